/** What a personal access token may read; the names are those that stream tools know. */
export const tokenScopes = ['oauth-user-show', 'oauth-donation-index'] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** What a webhook may be told of; `ping` is sent by a button only. */
export const webhookEvents = ['donation.paid', 'donation.shown', 'order.paid'] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** How many tokens and webhooks somebody may have. */
export const mostTokens = 20;
export const mostWebhooks = 5;

/** After so many failures in a row a webhook is switched off. */
export const mostFailures = 10;

/** Seconds before the second, third, … attempt; after the last one a message is given up. */
export const retryPauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const;
