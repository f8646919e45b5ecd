package main

import (
	"context"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	apierrs "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// volumes is the class of volumes that are there at once. The hub's own provisioner runs a Pod for each, some at a time:
// with a crowd of runs, each with a volume, nothing but that would be measured.
const volumes = "bench"

// giveVolumes makes that class the default, and makes its volumes as long as the context lasts. Nothing is ever written to
// them: the Pods only appear to run.
func (b *bench) giveVolumes(ctx context.Context) error {
	classes := b.kube.StorageV1().StorageClasses()
	all, err := classes.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for i := range all.Items {
		patch := []byte(`{"metadata":{"annotations":{"storageclass.kubernetes.io/is-default-class":"false"}}}`)
		if _, err := classes.Patch(ctx, all.Items[i].Name, types.MergePatchType, patch, metav1.PatchOptions{}); err != nil {
			return err
		}
	}
	_, err = classes.Create(ctx, &storagev1.StorageClass{
		ObjectMeta:        metav1.ObjectMeta{Name: volumes, Annotations: map[string]string{"storageclass.kubernetes.io/is-default-class": "true"}},
		Provisioner:       "fournos.dev/bench",
		ReclaimPolicy:     new(corev1.PersistentVolumeReclaimRetain),
		VolumeBindingMode: new(storagev1.VolumeBindingImmediate),
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	claims := informers.NewSharedInformerFactoryWithOptions(b.kube, 0, informers.WithNamespace(namespace)).Core().V1().PersistentVolumeClaims().Informer()
	_, err = claims.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if err := b.giveVolume(ctx, obj.(*corev1.PersistentVolumeClaim)); err != nil && ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "load: making a volume:", err)
		}
	}})
	if err != nil {
		return err
	}
	go claims.RunWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), claims.HasSynced) {
		return ctx.Err()
	}
	return nil
}

func (b *bench) giveVolume(ctx context.Context, claim *corev1.PersistentVolumeClaim) error {
	if claim.Spec.StorageClassName == nil || *claim.Spec.StorageClassName != volumes || claim.Spec.VolumeName != "" {
		return nil
	}
	_, err := b.kube.CoreV1().PersistentVolumes().Create(ctx, &corev1.PersistentVolume{
		ObjectMeta: metav1.ObjectMeta{Name: "bench-" + string(claim.UID)},
		Spec: corev1.PersistentVolumeSpec{
			Capacity:                      claim.Spec.Resources.Requests,
			AccessModes:                   claim.Spec.AccessModes,
			StorageClassName:              volumes,
			PersistentVolumeReclaimPolicy: corev1.PersistentVolumeReclaimRetain,
			PersistentVolumeSource:        corev1.PersistentVolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: "/bench"}},
			ClaimRef: &corev1.ObjectReference{
				APIVersion: "v1", Kind: "PersistentVolumeClaim", Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID,
			},
		},
	}, metav1.CreateOptions{})
	if apierrs.IsAlreadyExists(err) {
		return nil
	}
	return err
}
