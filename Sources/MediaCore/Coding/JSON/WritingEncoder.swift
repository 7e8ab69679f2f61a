/// The `Encoder` of a ``JSONWriter``, for one value. The generic functions of its containers stand for all those that their protocols
/// have for single types.
struct WritingEncoder: Encoder {
  let writer: JSONWriter
  let slot: JSONWriter.Slot
  /// The keys to the value, for an encoder that is used after its container; nil while the writer's path leads to it.
  let ownPath: [any CodingKey]?

  var codingPath: [any CodingKey] { ownPath ?? writer.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The array or object of this value; the same one for each call, as a model can write it in several parts.
  private func list(isObject: Bool) -> JSONWriter.List {
    if case .list(let list)? = slot.element, list.isObject == isObject { return list }
    let list = writer.list(isObject: isObject)
    slot.element = .list(list)
    return list
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(WritingKeyedContainer(encoder: self, list: list(isObject: true)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    WritingUnkeyedContainer(encoder: self, list: list(isObject: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// An encoder for an element that may be written after its container was left.
  fileprivate func later(_ key: any CodingKey) -> (element: JSONWriter.Element, encoder: WritingEncoder) {
    let slot = JSONWriter.Slot()
    return (.later(slot), WritingEncoder(writer: writer, slot: slot, ownPath: codingPath + [key]))
  }
}

extension WritingEncoder: SingleValueEncodingContainer {
  func encodeNil() { slot.element = writer.raw("null") }
  func encode<Value: Encodable>(_ value: Value) throws { slot.element = try writer.element(value) }
}

private struct WritingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: WritingEncoder
  let list: JSONWriter.List

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { list.add(key.stringValue, encoder.writer.raw("null")) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    list.add(key.stringValue, try encoder.writer.element(value, key))
  }

  private func later(_ key: some CodingKey) -> WritingEncoder {
    let later = encoder.later(key)
    list.add(key.stringValue, later.element)
    return later.encoder
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    later(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { later(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { later(WireKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { later(key) }
}

private struct WritingUnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: WritingEncoder
  let list: JSONWriter.List

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { list.elements.count }
  private var key: ListIndex { ListIndex(count) }

  func encodeNil() { list.add(encoder.writer.raw("null")) }
  func encode<Value: Encodable>(_ value: Value) throws { list.add(try encoder.writer.element(value, key)) }

  private func later() -> WritingEncoder {
    let later = encoder.later(key)
    list.add(later.element)
    return later.encoder
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    later().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { later().unkeyedContainer() }
  func superEncoder() -> any Encoder { later() }
}
