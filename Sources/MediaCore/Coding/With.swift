/// Returns a copy of `value` after `change`, which can set members that the initialiser does not take.
package func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
