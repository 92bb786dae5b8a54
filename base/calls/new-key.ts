/** A random `Idempotency-Key`. `crypto.randomUUID` is missing where the site is not served over https. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
