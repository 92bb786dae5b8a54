import { readWidgetSettings } from '#app/widgets/widget-settings-store.server.ts';
import { shownSettings } from '#app/widgets/widget-shapes.ts';
import { type ArchivedFile, byId, field } from './archived-file.ts';

const byProject = [{ from: 't.project_id', type: 'uuid' }] as const;

/** As `Widget/Settings` answers: with what the product shows where nothing was changed, sums in main units. */
const widgetSettings = shownSettings.pick({ alert: true, statistics: true, sticker: true });

/** Settings of widgets, notices and own programs; keys and secrets are made anew elsewhere. */
export const archivedTools: Record<string, ArchivedFile> = {
  'widgets/settings.jsonl': {
    table: 'widget_settings',
    key: byProject,
    holds: 'settings of the widgets',
    fields: {
      alert: field('t.alert', 'alerts'),
      statistics: field('t.statistics', 'statistics and goal'),
      sticker: field('t.sticker', 'sticker'),
    },
    shown: async (db, _rows, { projectId }) => [widgetSettings.encode(await readWidgetSettings(db, projectId))],
  },
  'widgets/sounds.jsonl': {
    table: 'alert_sound',
    key: [{ from: 't.name', type: 'text' }],
    holds: 'own sounds of alerts, each `sounds/<name>.wav`',
    fields: {
      name: field('t.name', 'name of the file without its ending'),
      title: field('t.title', 'what the creator calls it'),
      milliseconds: field('t.milliseconds', 'length'),
      uploadedAt: field('t.created_at', 'when it was uploaded'),
    },
  },
  'widgets/sites.jsonl': {
    table: 'embed_sites',
    key: byProject,
    holds: 'sites that may frame the widget of the page',
    fields: { hosts: field('t.hosts', 'hosts') },
  },
  'tools/keys.jsonl': {
    table: 'access_token',
    key: byId,
    holds: 'keys of the read API, also those of applications, without the keys themselves',
    fields: {
      name: field('t.name', 'name, of the key or the application'),
      scopes: field('t.scopes', 'what it may read'),
      isOfApplication: field('t.application_id is not null', 'whether an application was granted it'),
      createdAt: field('t.created_at', 'when it was made'),
      expiresAt: field('t.expires_at', 'when it expires unless it is renewed'),
      renewedAt: field('t.refreshed_at', 'when the application has renewed it last'),
      lastUsedAt: field('t.last_used_at', 'when it was used last'),
    },
  },
  'tools/applications.jsonl': {
    table: 'application',
    key: byId,
    holds: 'own applications, without their secrets',
    fields: {
      clientId: field('t.number', 'client id'),
      name: field('t.name', 'name'),
      redirects: field('t.redirects', 'addresses that people are sent back to'),
      createdAt: field('t.created_at', 'when it was registered'),
    },
  },
  'tools/webhooks.jsonl': {
    table: 'webhook',
    key: byId,
    holds: 'webhooks, without their secrets',
    fields: {
      url: field('t.url', 'address'),
      events: field('t.events', 'events that are sent there'),
      isOn: field('t.is_on', 'whether it is switched on'),
      createdAt: field('t.created_at', 'when it was made'),
    },
  },
  'tools/notices.jsonl': {
    table: 'notice_receiver',
    key: byId,
    holds: 'where notices go',
    fields: {
      via: field('t.via', '`telegram` or a browser'),
      name: field('t.name', 'name of the chat or the browser'),
      topics: field('t.topics', 'what they are about'),
      language: field('t.language', 'language'),
      mutedFrom: field('t.muted_from', 'hour from which it does not ring, where there is one'),
      mutedUntil: field('t.muted_until', 'hour from which it rings again'),
      opensAccount: field('t.opens_account', 'whether the chat can open the account in the Mini App'),
      linkedAt: field('t.created_at', 'when it was linked'),
    },
  },
  'tools/codes.jsonl': {
    table: 'telegram_phone',
    key: [{ from: 't.phone', type: 'text' }],
    holds: 'the chat of Telegram that gets login codes',
    fields: {
      phone: field('t.phone', 'phone'),
      confirmedAt: field('t.confirmed_at', 'when it was confirmed there'),
    },
  },
};
