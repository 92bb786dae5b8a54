/** The form of a place in a list: the time of its last entry in microseconds, and its id. */
export const placeName = /^(\d{16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place in the address of a page; undefined, the beginning of the list, where the address was mistyped. */
export function placeInAddress(params: URLSearchParams): string | undefined {
  const name = params.get('after') ?? '';
  return placeName.test(name) ? name : undefined;
}
