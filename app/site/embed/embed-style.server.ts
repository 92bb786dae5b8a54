import { accentColours, ownAccent } from '#base/ui/theme/accent.ts';
import type { EmbedChoice, EmbedTheme } from '../embed-choice.ts';

const schemes: Readonly<Record<EmbedTheme, string>> = { auto: 'light dark', light: 'light', dark: 'dark' };

/**
 * The style sheet of the widget: that of the creator's page without its fonts, which would be heavier than all else. A frame is
 * transparent only if its document takes the scheme of the page around it, so that a chosen theme is the card's alone. The card fills a
 * frame that is higher than it needs: the cloth of the cover grows.
 */
export function embedStyle({ theme, view }: Pick<EmbedChoice, 'theme' | 'view'>, accent: string | null): string {
  const { text, fill } = accentColours(accent ?? ownAccent);
  return `:root{color-scheme:light dark;--ink:light-dark(#1c1917,#f4efea);--dim:light-dark(#6b645e,#b3aaa3);--paper:light-dark(#fffdfa,#1e1a1c);--line:light-dark(#e7e0d6,#3a3437);--accent:light-dark(${text.light},${text.dark});--fill:light-dark(${fill.light},${fill.dark})}
*{box-sizing:border-box}
html,body{margin:0;background:transparent}
body{font:16px/1.4 system-ui,sans-serif}
a{color:inherit;text-decoration:none}
main{color-scheme:${schemes[theme]};color:var(--ink);display:grid;align-content:center;gap:14px;max-width:640px;min-height:100vh;margin:0 auto;overflow:hidden;border:1px solid var(--line);border-radius:16px;background:var(--paper)}
main>*{margin:0 18px}
main>:last-child{margin-bottom:18px}
main>:first-child:not(.cover){margin-top:18px}
main:has(.cover){grid-template-rows:minmax(72px,1fr)}
.cover{position:relative;margin:0;overflow:hidden}
.cover svg{position:absolute;width:100%;height:100%}
.who{display:flex;gap:12px;align-items:center;min-width:0}
.face{display:grid;flex:none;place-items:center;width:52px;height:52px;border-radius:50%;object-fit:cover;font-size:22px;font-weight:700}
.who b,.who small{display:block;overflow-wrap:anywhere}
small{color:var(--dim);font-size:14px}
.who .why{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.goal{display:grid;gap:6px;font-size:14px}
progress{display:block;width:100%;height:8px;overflow:hidden;border:0;border-radius:4px;background:var(--line);accent-color:var(--fill);appearance:none}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{border-radius:4px;background:var(--fill)}
progress::-moz-progress-bar{border-radius:4px;background:var(--fill)}
.sums{display:flex;flex-wrap:wrap;gap:8px;min-width:0;margin:0;padding:0;border:0}
legend{position:absolute;overflow:hidden;width:1px;height:1px;clip-path:inset(50%)}
.sums label{position:relative;flex:1 1 96px}
.sums span,.give{display:grid;place-items:center;min-height:44px;padding:0 8px;border:1px solid var(--line);border-radius:12px;font-weight:600;white-space:nowrap}
.sums [type=radio]{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.sums :checked+span{border-color:var(--accent);color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.sums :hover+span{border-color:var(--accent)}
.sums :focus-visible+span{outline:3px solid var(--accent);outline-offset:2px}
.sums [name=own]{flex:1 1 150px}
.sums:has([name=own]:not(:placeholder-shown)) :checked+span{border-color:var(--line);color:inherit;box-shadow:none}
form{display:grid;gap:8px}
::placeholder{color:var(--dim);opacity:1}
[name=own],[name=name],textarea{min-width:0;min-height:44px;padding:0 14px;border:1px solid var(--line);border-radius:12px;background:transparent;color:inherit;font:inherit}
textarea{height:66px;padding-block:9px;resize:none}
.give{cursor:pointer;font-size:inherit;font-family:inherit;border-color:transparent;background:var(--fill);color:#fff}
.give:hover{filter:brightness(.9)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}${view === 'button' ? 'main{border:0;background:none}' : ''}`;
}
