/** The same work, which fails when it takes more than five minutes: what a file opens while it loads is under no limit of Vitest. */
export async function withinLimit<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} took more than five minutes`)), 5 * 60_000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
