/** Opens the stream of the owner's events. */
export const streamScope = 'events';

/** The scopes of access tokens: two with the names that stream tools use, and that of the event stream. */
export const tokenScopes = ['oauth-user-show', 'oauth-donation-index', streamScope] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** The events that a webhook can receive; only a button sends `ping`. */
export const webhookEvents = [
  'donation.paid',
  'donation.updated',
  'donation.shown',
  'order.paid',
  'membership.started',
  'membership.charged',
  'membership.failed',
  'membership.ended',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** The most tokens and webhooks per person. */
export const mostTokens = 20;
export const mostWebhooks = 5;

/** The most sockets of a token on one process. */
export const mostSockets = 10;

/** The most event streams of a token on one process, server-sent events and web sockets together. */
export const mostEventStreams = 10;

/** After this many failures in a row a webhook is disabled. */
export const mostFailures = 10;

/** Seconds before the second, third, … attempt; after the last one a message has failed. */
export const retryPauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const;
