/** The address of a stored picture at a width that the server keeps (contract, section 9). */
export function pictureUrl(name: string, width: number): string {
  return `/api/Images/?name=${encodeURIComponent(name)}&w=${String(width)}`;
}
