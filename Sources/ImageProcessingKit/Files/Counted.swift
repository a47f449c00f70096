/// "1 photo", "2 photos": a number with its noun, and its plural where that is not the noun with an s.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
