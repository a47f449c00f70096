/// What programs that read `--json` and `report.jsonl` rely on; see Documentation/json.md.
package enum JSONContract {
  /// In every object as `schema`. A new one means that a name has gone or means something else; names that are added do not
  /// change it.
  package static let schema = 1
}
