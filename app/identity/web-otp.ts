function codeOf(credential: unknown): string | null {
  if (typeof credential !== 'object' || credential === null || !('code' in credential)) return null;
  return typeof credential.code === 'string' ? credential.code : null;
}

/**
 * Waits for the SMS whose last line is `@host #code` and answers its code, where the browser offers that (WebOTP: Chrome on
 * Android, https only). Null where it does not, or where the person declines.
 */
export async function waitForSmsCode(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window) || !('credentials' in navigator)) return null;
  const request = { otp: { transport: ['sms'] }, signal };
  try {
    return codeOf(await navigator.credentials.get(request));
  } catch {
    return null;
  }
}
