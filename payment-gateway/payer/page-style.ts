/** The gateway's own look, slate and teal, so that it is not mistaken for the shop. */
export const styles = `
:root { --ground: #f4f6f6; --panel: #fff; --ink: #16201f; --soft: #566462; --line: #d5dddc; --accent: #0f6b62; --on-accent: #fff;
  --good: #1d6b3a; --bad: #a3262f; --wait: #7a4d00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #111817; --panel: #19221f; --ink: #e9f0ee; --soft: #9fb0ac; --line: #2f3b38; --accent: #5cc8b8; --on-accent: #08211d;
    --good: #7fd49c; --bad: #ff9aa0; --wait: #f0c070; }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif;
  font-variant-numeric: tabular-nums; }
header, main { max-width: 1120px; margin: 0 auto; padding: 16px; }
header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; color: var(--accent); }
.hint, dt, .count { color: var(--soft); font-size: 14px; }
h1 { font-size: 24px; line-height: 1.25; margin-bottom: 16px; }
h2 { font-size: 18px; margin: 24px 0 12px; }
h3 { font-size: 14px; }
.count { font-weight: 400; }
a { color: var(--accent); }
.panel { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 16px; }
.panel > * + * { margin-top: 12px; }
details.panel { margin-top: 12px; padding: 0; }
details.panel > * { padding: 0 16px 16px; margin: 0; }
details.panel > summary { padding: 12px 16px; cursor: pointer; font-weight: 600; border-radius: 12px; }
.alarm { border-color: var(--bad); }
.alarm summary { color: var(--bad); }
.line { display: flex; flex-wrap: wrap; gap: 8px; }
.search label { display: block; margin-bottom: 4px; }
.search input { flex: 1 1 220px; min-width: 0; }
details form { display: grid; gap: 8px; max-width: 420px; }
input, select, button, .button { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px;
  background: var(--panel); color: var(--ink); }
button, .button { cursor: pointer; font-weight: 600; text-decoration: none; display: inline-flex; align-items: center; justify-content: center; }
button:hover, .button:hover { border-color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { color: var(--bad); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
:target { border-color: var(--accent); }
.payments { list-style: none; padding: 0; display: grid; gap: 12px; }
.payments > li { scroll-margin-top: 16px; min-width: 0; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 8px; }
.sum { font-size: 22px; font-weight: 700; }
.status { border: 1px solid currentColor; border-radius: 999px; padding: 2px 12px; font-size: 14px; font-weight: 600; color: var(--wait); }
.status.paid { color: var(--good); }
.status.failed, .status.expired { color: var(--bad); }
.status.refunded { color: var(--soft); }
dl { display: grid; gap: 8px 24px; }
dd { overflow-wrap: anywhere; }
code { font: 14px/1.5 ui-monospace, 'Liberation Mono', monospace; }
.cards > div { display: grid; gap: 0 16px; }
.callbacks { padding-left: 20px; font-size: 14px; }
.wallet { max-width: 480px; }
.wallet .sum { font-size: 32px; }
@media (min-width: 720px) {
  dl { grid-template-columns: 1fr 1fr; }
  .cards { grid-template-columns: 1fr; }
  .cards > div { grid-template-columns: 220px 1fr; }
}
`;

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f6b62"/><path d="M7 12h18v10a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2zm0-2a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2" fill="#fff"/></svg>`;
