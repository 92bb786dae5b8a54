/** Where a member changes what a creator is given. `levelId`: the level that is chosen in the form there; null: none, and the form is closed. */
export function termsAddress(userName: string, levelId: string | null = null) {
  const search = new URLSearchParams({ creator: userName, ...(levelId !== null && { level: levelId }) });
  return { pathname: '/memberships', search: search.toString() };
}
