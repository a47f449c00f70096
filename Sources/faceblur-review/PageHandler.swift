/// Guards, then routes.
struct PageHandler: Answering {
  let gate: RequestGuard
  let routes: Routes
  let life: ReviewLife

  func answer(_ request: Request) -> Response {
    if let refusal = gate.refusal(of: request) { return refusal }
    guard let target = RequestTarget(request.target) else {
      return .error(400, "the address breaks the rules")
    }
    if let open = routes.openToAll(request, target) { return open }
    guard gate.isHolder(request) else {
      return .error(401, "open the address that 'faceblur review' has printed")
    }
    life.use()
    return routes.answer(request, target)
  }
}
