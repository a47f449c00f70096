/// Guards, then routes.
struct PageHandler: Answering {
  let gate: RequestGuard
  let routes: Routes
  let life: ReviewLife

  func answer(_ request: Request) -> Response {
    if let refusal = gate.refusal(of: request) { return refusal }
    guard let target = RequestTarget(request.target, below: routes.secrets.folder) else {
      return .error(400, "the address breaks the rules")
    }
    if target.isBelow, let open = routes.openToAll(request, target) { return open }
    // What lies elsewhere is asked for by a page of another run.
    guard target.isBelow, gate.isHolder(request) else {
      return .error(401, "open the address that 'faceblur review' has printed")
    }
    life.use()
    return routes.answer(request, target)
  }
}
