/// The only stylesheet. It follows the reader's preference for light or dark, works at any width, and supports the keyboard.
enum Stylesheet {
    static let text = """
        :root {
          color-scheme: light dark;
          --page: light-dark(#f3f5f3, #0f1413); --card: light-dark(#ffffff, #171d1c); --line: light-dark(#dde3df, #2a3331);
          --text: light-dark(#1a2321, #e8eeec); --quiet: light-dark(#56635f, #9aa8a4); --accent: light-dark(#17695a, #5cc4ae);
          --on-accent: light-dark(#ffffff, #06211c); --accent-soft: light-dark(#e5f2ee, #17302b);
          --warn: light-dark(#7a4a00, #f2c879); --warn-soft: light-dark(#fff4dd, #322712); --warn-line: light-dark(#eccf95, #57431c);
          --bad: light-dark(#a3241d, #ff9d94); --bad-soft: light-dark(#fdecea, #381a18); --bad-line: light-dark(#f0bdb8, #642c28);
          --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "DejaVu Sans Mono", monospace;
        }
        * { box-sizing: border-box; }
        html { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif; -webkit-text-size-adjust: 100%; }
        body {
          margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; padding: 0 1rem;
          background: var(--page); color: var(--text);
        }
        header.top { width: 100%; max-width: 60rem; display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 1.1rem 0; }
        .brand { display: inline-flex; align-items: center; gap: .6rem; color: inherit; text-decoration: none; font-weight: 650; letter-spacing: -.01em; }
        .brand .mark { display: block; border-radius: 8px; }
        .corner { display: flex; align-items: center; gap: .9rem; color: var(--quiet); font-size: .9rem; }
        .corner form { margin: 0; }
        main { width: 100%; flex: 1; display: flex; flex-direction: column; align-items: center; padding: 4vh 0 2rem; }
        footer { padding: 1rem 0 1.5rem; color: var(--quiet); font-size: .85rem; text-align: center; overflow-wrap: anywhere; }
        footer strong { color: var(--text); font-weight: 600; }
        .card {
          width: 100%; max-width: 27.5rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 18px;
          box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 14px 40px -18px rgb(0 0 0 / .18);
        }
        .card.wide { max-width: 44rem; }
        .card.consent { max-width: 33rem; }
        h1 { margin: 0 0 .5rem; font-size: 1.45rem; line-height: 1.25; letter-spacing: -.018em; font-weight: 680; overflow-wrap: anywhere; text-wrap: balance; }
        h2 { margin: 1.6rem 0 .6rem; font-size: .95rem; font-weight: 650; }
        p { margin: 0 0 1rem; overflow-wrap: anywhere; }
        .quiet { color: var(--quiet); }
        .small { font-size: .88rem; }
        .after { margin: .8rem 0 0; }
        .eyebrow { margin: 0 0 .35rem; color: var(--quiet); font-size: .85rem; font-weight: 550; }
        a { color: var(--accent); text-underline-offset: .18em; }
        code, .mono { font-family: var(--mono); font-size: .92em; overflow-wrap: anywhere; }
        label.field { display: block; margin: 0 0 1rem; }
        label.field > span { display: block; margin: 0 0 .3rem; font-size: .9rem; font-weight: 600; }
        input[type=text], input[type=password] {
          width: 100%; padding: .68rem .8rem; font: inherit; color: inherit; background: light-dark(#fbfcfb, #111716);
          border: 1px solid light-dark(#b9c4bf, #3d4946); border-radius: 10px;
        }
        input.code { font-family: var(--mono); font-size: 1.5rem; letter-spacing: .12em; text-align: center; text-transform: uppercase; }
        input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 55%, transparent); outline-offset: 2px; }
        button {
          font: inherit; font-weight: 620; cursor: pointer; padding: .68rem 1.1rem; border-radius: 10px; border: 1px solid light-dark(#c5cfca, #3d4946);
          background: var(--card); color: var(--text);
        }
        button:hover { background: light-dark(#f1f4f2, #202826); }
        button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        button.primary:hover { background: color-mix(in srgb, var(--accent) 88%, black); }
        button.full { width: 100%; }
        button.plain { padding: .3rem .7rem; font-size: .88rem; font-weight: 560; border-radius: 8px; }
        button.danger { color: var(--bad); border-color: var(--bad-line); }
        button.danger:hover { background: var(--bad-soft); }
        .actions { display: flex; flex-wrap: wrap-reverse; gap: .7rem; margin-top: 1.5rem; }
        .actions button { flex: 1 1 9rem; }
        .note { display: block; margin: 0 0 1.1rem; padding: .75rem .9rem; border-radius: 11px; border: 1px solid var(--line); font-size: .92rem; }
        .note strong { font-weight: 650; }
        .note.bad { color: var(--bad); background: var(--bad-soft); border-color: var(--bad-line); }
        .note.warn { color: var(--warn); background: var(--warn-soft); border-color: var(--warn-line); }
        .note.good { color: var(--accent); background: var(--accent-soft); border-color: transparent; }
        .tag {
          display: inline-block; padding: .05rem .5rem; border-radius: 99px; font-size: .76rem; font-weight: 620; vertical-align: .12em; white-space: nowrap;
          background: var(--accent-soft); color: var(--accent);
        }
        .tag.warn { background: var(--warn-soft); color: var(--warn); box-shadow: inset 0 0 0 1px var(--warn-line); }
        .destination { margin: 1.1rem 0; padding: .9rem 1rem; border-radius: 12px; background: light-dark(#f4f7f5, #111716); border: 1px solid var(--line); }
        .destination .host { display: block; font-size: 1.2rem; font-weight: 660; letter-spacing: -.01em; overflow-wrap: anywhere; }
        dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.1rem; margin: 1rem 0; font-size: .92rem; }
        dl.facts dt { color: var(--quiet); }
        dl.facts dd { margin: 0; overflow-wrap: anywhere; }
        fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
        legend { padding: 0; margin: 1.3rem 0 .5rem; font-size: .95rem; font-weight: 650; }
        .scopes { border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
        .scopes > * + * { border-top: 1px solid var(--line); }
        .scope { display: flex; gap: .75rem; align-items: flex-start; padding: .65rem .9rem; cursor: pointer; }
        .scope:hover { background: light-dark(#f7f9f8, #1b2221); }
        .scope input { flex: none; width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; accent-color: var(--accent); }
        .scope .name { display: block; color: var(--quiet); font-size: .8rem; }
        summary { padding: .7rem .9rem; cursor: pointer; font-weight: 560; list-style-position: inside; }
        summary:hover { background: light-dark(#f7f9f8, #1b2221); }
        summary .quiet { font-weight: 400; margin-left: .3rem; }
        details[open] > summary { border-bottom: 1px solid var(--line); }
        details .scope { padding-left: 2rem; }
        ul.list { list-style: none; margin: 1.2rem 0 0; padding: 0; }
        ul.list > li { display: flex; gap: 1rem; align-items: flex-start; justify-content: space-between; padding: 1rem 0; border-top: 1px solid var(--line); }
        ul.list form { margin: 0; flex: none; }
        ul.list h2 { margin: 0 0 .15rem; font-size: 1rem; overflow-wrap: anywhere; }
        ul.list p { margin: 0; }
        @media (max-width: 30rem) { .card { padding: 1.35rem; border-radius: 14px; } main { padding-top: 1vh; } dl.facts { grid-template-columns: 1fr; gap: .1rem; } dl.facts dd { margin-bottom: .5rem; } ul.list > li { flex-direction: column; gap: .6rem; } }
        @media (prefers-contrast: more) { :root { --line: currentcolor; --quiet: var(--text); } }

        """
}
