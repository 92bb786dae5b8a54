/** The address of a stored picture at a width that the server supports (docs/rules.md#pictures). */
export function pictureUrl(name: string, width: number): string {
  return `/api/Images/?name=${encodeURIComponent(name)}&w=${String(width)}`;
}
