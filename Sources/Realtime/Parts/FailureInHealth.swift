import GestureFlowAPI

extension Failure {
  /// The failure as a part's health reports it: always with a remedy.
  package init(part error: any Error) {
    self = error as? Failure ?? (error as? FileError)?.failure ?? Failure("\(error)")
    if remedy.isEmpty { remedy = "run gfctl doctor" }
  }
}
