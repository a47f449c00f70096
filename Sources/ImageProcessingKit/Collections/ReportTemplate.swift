internal import FoundationEssentials

/// What is the same in every `report.html`.
enum ReportTemplate {
  /// Nothing is fetched, and no style or script runs but these two, whatever a file name smuggles in.
  static var head: String {
    """
    <!doctype html>
    <html lang=en><meta charset=utf-8>
    <meta http-equiv=Content-Security-Policy content="default-src 'none'; img-src data:; \
    style-src '\(hash(style))'; script-src '\(hash(script))'; base-uri 'none'; form-action 'none'">
    <meta name=viewport content="width=device-width, initial-scale=1">
    <meta name=referrer content=no-referrer><meta name=robots content=noindex>
    <title>Scrubbed photos</title>
    <style>\(style)</style>

    """
  }

  static var foot: String {
    """
    <p class=none hidden>Nothing fits.</p></main>
    <footer>This page names the originals and says where their faces are: keep it, do not publish it. \
    The pictures are of the scrubbed files. All lines are in report.csv and report.jsonl.</footer>
    <script>\(script)</script>

    """
  }

  private static func hash(_ text: String) -> String {
    let hex = Array(SHA256.hexDigest(of: Array(text.utf8)).utf8)
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(String(decoding: hex[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
    return "sha256-" + Data(bytes).base64EncodedString()
  }

  private static let style = """
    :root{color-scheme:light dark;--paper:#f6f6f4;--card:#fff;--ink:#1c1c1e;--soft:#6b6b70;--line:#e2e2de;
    --good:#1f7a44;--bad:#c0281f;--doubt:#b25e09;--mark:#0a66c2}
    @media(prefers-color-scheme:dark){:root{--paper:#151517;--card:#212124;--ink:#f0f0f2;--soft:#9b9ba2;
    --line:#34343a;--good:#5fcf8b;--bad:#ff7d73;--doubt:#ffb057;--mark:#6cb4ff}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
    header{padding:28px 32px 14px;background:var(--card);border-bottom:1px solid var(--line);position:sticky;top:0;z-index:2}
    h1{margin:0;font-size:24px;letter-spacing:-.01em}
    h2{margin:34px 0 2px;font-size:18px}h2 span{color:var(--soft);font-weight:400}
    p{margin:2px 0 12px;color:var(--soft)}
    .how{margin:24px 0 0;color:var(--ink);overflow-wrap:anywhere}
    .where{margin:0 0 8px;overflow-wrap:anywhere}
    .verdict{margin:0 0 4px;font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}
    nav{display:flex;flex-wrap:wrap;gap:8px;margin:12px 0}
    button{font:inherit;color:var(--soft);background:var(--paper);border:1px solid var(--line);border-radius:10px;
    padding:6px 14px;min-width:96px;text-align:left;cursor:pointer}
    button b{display:block;font-size:20px;color:var(--ink);font-variant-numeric:tabular-nums}
    button[aria-pressed=true]{border-color:var(--mark);box-shadow:inset 0 0 0 1px var(--mark)}
    button[data-f=failed] b{color:var(--bad)}button[data-f=doubtful] b,button[data-f=review] b{color:var(--doubt)}
    .tools{display:flex;flex-wrap:wrap;gap:16px;align-items:center;color:var(--soft)}
    input[type=search]{font:inherit;width:280px;max-width:100%;padding:6px 10px;border-radius:8px;
    border:1px solid var(--line);background:var(--paper);color:var(--ink)}
    .date{margin-left:auto;font-size:13px}
    main{padding:0 32px 32px}
    .sheet{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:16px}
    figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
    figure a{display:grid;place-items:center;height:220px;background:#8882}
    figure img,figure svg{grid-area:1/1;display:block;width:auto;height:auto;max-width:100%;max-height:220px}
    figure svg{pointer-events:none}
    rect{fill:none;stroke:#ffd60a;stroke-width:2;vector-effect:non-scaling-stroke}
    rect.doubt{stroke:#ff692d;stroke-width:2.5;stroke-dasharray:6 4}
    .plain svg{display:none}
    .gone{color:var(--bad);padding:16px;text-align:center}
    figcaption{padding:10px 12px 12px;font-size:13px;color:var(--soft);overflow-wrap:anywhere}
    figcaption b{color:var(--ink)}em{color:var(--doubt);font-style:normal;font-weight:600}
    section[data-k=doubtful] figure{border-color:var(--doubt)}
    table{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--line);font-size:14px}
    td{padding:8px 12px;border-top:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
    td:first-child{width:45%;font-weight:600}td:nth-child(2){color:var(--soft);width:7em}
    section[data-k=failed] td:last-child{color:var(--bad)}
    section[data-k=failed] td:nth-child(2),section[data-k=review] td:nth-child(2){display:none}
    [hidden]{display:none!important}
    footer{padding:18px 32px 32px;color:var(--soft);font-size:13px;border-top:1px solid var(--line)}
    @media(max-width:700px){header{position:static;padding:18px}main,footer{padding:0 18px 18px}}
    """

  private static let script = """
    (()=>{const all=s=>[...document.querySelectorAll(s)];let kind='all';
    const search=document.querySelector('input[type=search]');
    const show=()=>{const word=search.value.toLowerCase();let any=false;
    for(const section of all('section')){let some=false;
    const fits=kind==='all'||section.dataset.k===kind;
    for(const item of section.querySelectorAll('[data-n]')){
    const on=fits&&item.dataset.n.toLowerCase().includes(word);item.hidden=!on;some=some||on}
    section.hidden=!(fits&&(some||!word));any=any||!section.hidden}
    document.querySelector('.none').hidden=any};
    for(const button of all('button'))button.addEventListener('click',()=>{kind=button.dataset.f;
    for(const other of all('button'))other.setAttribute('aria-pressed',other===button);show()});
    search.addEventListener('input',show);
    document.querySelector('input[type=checkbox]').addEventListener('change',event=>
    document.body.classList.toggle('plain',!event.target.checked));})();
    """
}
