schema_version = 1

project {
  license        = "MPL-2.0"
  copyright_year = 2024

  header_ignore = []
}
