package node

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"syscall"
)

// mount is one line of /proc/mounts.
type mount struct {
	point, kind string
}

func mounts() ([]mount, error) {
	content, err := os.ReadFile("/proc/mounts")
	if err != nil {
		return nil, err
	}
	return parseMounts(string(content)), nil
}

func parseMounts(content string) []mount {
	var all []mount
	for line := range strings.Lines(content) {
		fields := strings.Fields(line)
		if len(fields) < 3 {
			continue
		}
		all = append(all, mount{point: unescape(fields[1]), kind: fields[2]})
	}
	return all
}

// unescape undoes the octal escapes that the kernel writes for blanks and
// backslashes in a path.
func unescape(field string) string {
	var path strings.Builder
	for i := 0; i < len(field); i++ {
		if field[i] == '\\' && i+3 < len(field) {
			if code, err := strconv.ParseUint(field[i+1:i+4], 8, 8); err == nil {
				path.WriteByte(byte(code))
				i += 3
				continue
			}
		}
		path.WriteByte(field[i])
	}
	return path.String()
}

// below returns the mount points at or under any of the folders, the deepest
// first, which is the order in which they can be unmounted.
func below(all []mount, dirs []string) []string {
	var points []string
	for _, m := range all {
		for _, dir := range dirs {
			dir = strings.TrimSuffix(dir, "/")
			if m.point == dir || strings.HasPrefix(m.point, dir+"/") {
				points = append(points, m.point)
				break
			}
		}
	}
	sort.SliceStable(points, func(i, j int) bool { return len(points[i]) > len(points[j]) })
	return points
}

// unmountBelow unmounts everything at or under the folders. A mount may hide
// another at the same point, so it looks again until nothing is left.
func unmountBelow(dirs []string) error {
	const rounds = 5
	var last error
	for range rounds {
		all, err := mounts()
		if err != nil {
			return err
		}
		points := below(all, dirs)
		if len(points) == 0 {
			return nil
		}
		for _, point := range points {
			err := syscall.Unmount(point, 0)
			if errors.Is(err, syscall.EBUSY) {
				// Some process still has a file open there; the mount goes
				// when the process does.
				err = syscall.Unmount(point, syscall.MNT_DETACH)
			}
			if err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOENT) {
				last = fmt.Errorf("unmount %s: %w", point, err)
			}
		}
	}
	return last
}
