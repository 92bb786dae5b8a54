/** Opens the stream of the owner's events. */
export const streamScope = 'events';

/** Opens the socket of donations that DonationAlerts' programs know. */
export const subscribeScope = 'oauth-donation-subscribe';

/** What an application may ask for, with the names that stream tools use. */
export const applicationScopes = ['oauth-user-show', 'oauth-donation-index', subscribeScope] as const;

/** The scopes of access tokens: those, and that of the event stream. */
export const tokenScopes = [...applicationScopes, streamScope] as const;

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

/** The most applications that a person registers, and that a person lets in. */
export const mostApplications = 10;
export const mostGranted = 50;

/** The most grants of an application by a person, such as one for each computer: a further one ends the oldest. */
export const mostGrants = 5;

/** The most addresses of an application. */
export const mostRedirects = 5;

/** How long a code waits for its application. */
export const codeSeconds = 60;

/** How long a key of an application is valid before it has to be renewed. */
export const grantedSeconds = 30 * 86_400;

/** The most sockets of a token on one process. */
export const mostSockets = 10;

/** How long what opens a socket is valid; programs connect with the same after days. */
export const connectionSeconds = 30 * 86_400;

/** The most donations that a socket that was away gets later. */
export const mostMissed = 500;

/** The most event streams of a token on one process, server-sent events and web sockets together. */
export const mostEventStreams = 10;

/** After this many failures in a row a webhook is disabled. */
export const mostFailures = 10;

/** Seconds before the second, third, … attempt; after the last one a message has failed. */
export const retryPauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const;
