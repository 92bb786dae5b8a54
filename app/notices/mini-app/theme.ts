/** Below this brightness, of 255, a colour counts as dark: as Telegram's own script judges. */
const darkBelow = 120;

/** The colour scheme of Telegram's colours; null: they name no ground. */
export function schemeOf(colours: unknown): 'light' | 'dark' | null {
  const ground = typeof colours === 'object' && colours !== null && 'bg_color' in colours ? colours.bg_color : null;
  if (typeof ground !== 'string' || !/^#[0-9a-f]{6}$/i.test(ground)) return null;
  const part = (at: number) => Number.parseInt(ground.slice(at, at + 2), 16) ** 2;
  return Math.sqrt(0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5)) < darkBelow ? 'dark' : 'light';
}
