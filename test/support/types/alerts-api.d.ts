/** A public client of the API that stream tools know; it has no types of its own. */
declare module 'alerts-api' {
  interface Donation {
    readonly id: number;
    readonly username: string;
    readonly [member: string]: unknown;
  }

  class AlertsAPI {
    constructor(config: { access_token: string });
    basePath: string;
    getUser(): Promise<unknown>;
    getDonations(page: number, raw: true): Promise<{ data: Donation[]; links: unknown; meta: unknown }>;
    getDonations(page?: number): Promise<{ data: Donation[]; next?: () => Promise<unknown> }>;
  }

  export default AlertsAPI;
}
