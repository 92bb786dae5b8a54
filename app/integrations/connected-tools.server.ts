import { projectOfUser } from '#app/creators/creators.server.ts';
import type { ConnectedTools } from '#app/identity/identity-services.server.ts';
import { closeChats, readReceivers, removeReceivers } from '#app/notices/receivers-store.server.ts';
import { hasWidgetKey } from '#app/widgets/widget-settings-store.server.ts';
import { renewWidgetKey } from '#app/widgets/widgets.server.ts';
import type { CallServices } from '#base/calls/call-services.server.ts';
import { hasToken, removeTokens } from './read-api/access-token-store.server.ts';
import { endSockets } from './sockets/socket-feed.server.ts';
import { readWebhooks, removeWebhooks } from './webhooks/webhooks-store.server.ts';

/**
 * What still acts for a person when all sessions have ended: access tokens, webhooks, receivers of notices and the addresses of widgets.
 * `secret` is `JWT_SECRET`.
 */
export function createConnectedTools(options: {
  readonly secret: string;
  readonly audit: CallServices['audit'];
}): ConnectedTools {
  const { secret, audit } = options;
  return {
    async areThere(db, userId) {
      if (await hasToken(db, userId)) return true;
      const project = await projectOfUser(db, userId);
      const webhooks = await readWebhooks(db, userId);
      const receivers = await readReceivers(db, userId);
      if (webhooks.length + receivers.length > 0) return true;
      return project !== null && (await hasWidgetKey(db, project.projectId));
    },
    async revoke(tx, userId) {
      const project = await projectOfUser(tx, userId);
      const hasWidgets = project !== null && (await renewWidgetKey(tx, { projectId: project.projectId, secret }));
      const tokens = await removeTokens(tx, userId);
      if (project !== null && tokens > 0) await endSockets(tx, project);
      const webhooks = await removeWebhooks(tx, userId);
      const { chats, browsers } = await removeReceivers(tx, userId);
      return { tokens, webhooks, chats, browsers, hasWidgets };
    },
    keep: closeChats,
    async note(tx, userId, details) {
      const caller = { userId, sessionId: '', roles: [] };
      await audit(tx, { caller, call: 'PUT Identity/ChangePassword', subject: userId, input: {}, details });
    },
  };
}
