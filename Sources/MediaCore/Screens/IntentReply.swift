/// The outcome of an action that the user has requested outside of the app's screens, such as by voice or with a shortcut.
public struct IntentReply<Subject: Sendable>: Sendable {
  /// The item that the action has changed or begun to play.
  public let subject: Subject
  /// The sentence to say or show to the user, in the language of the service's texts.
  public let sentence: String

  package init(_ subject: Subject, sentence: String) {
    self.subject = subject
    self.sentence = sentence
  }
}

extension IntentReply: Equatable where Subject: Equatable {}
