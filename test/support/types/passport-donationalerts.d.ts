/** A public client of DonationAlerts' OAuth; it has no types of its own. */
declare module 'passport-donationalerts' {
  interface Options {
    readonly authorizationURL: string;
    readonly tokenURL: string;
    readonly clientID: string;
    readonly clientSecret: string;
    readonly callbackURL: string;
    readonly scope: readonly string[];
    readonly pkce?: boolean;
    readonly state?: boolean;
  }

  type Verified = (error: Error | null, user?: object) => void;

  class Strategy {
    constructor(
      options: Options,
      verify: (accessToken: string, refreshToken: string, profile: Record<string, unknown>, done: Verified) => void,
    );
    authenticate(request: { readonly session: object; readonly query: Readonly<Record<string, string>> }): void;
    redirect: (location: string) => void;
    success: (user: object) => void;
    fail: (reason: unknown) => void;
    error: (error: Error) => void;
    _oauth2: {
      _request(method: string, url: string, ...others: unknown[]): void;
      getOAuthAccessToken(
        code: string,
        fields: Readonly<Record<string, string>>,
        done: (error: unknown, accessToken?: string, refreshToken?: string) => void,
      ): void;
    };
  }

  export default Strategy;
}
