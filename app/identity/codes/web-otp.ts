function codeOf(credential: unknown): string | null {
  if (typeof credential !== 'object' || credential === null || !('code' in credential)) return null;
  return typeof credential.code === 'string' ? credential.code : null;
}

/**
 * Waits for an SMS whose last line is `@host #code` and resolves with the code (WebOTP: Chrome on Android, https only). Null if the browser
 * does not support it or the user declines.
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
