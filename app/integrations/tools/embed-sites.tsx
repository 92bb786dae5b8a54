import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { call } from '#app/call.ts';
import { embedSitesChanged } from '#app/site/embed-failures.ts';
import type { embedSitesCalls } from '#app/site/embed-sites.calls.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { TextField } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { useRevisedForm } from '#base/ui/fields/use-revised-form.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { RevisedFormEnd } from '#base/ui/panel/revised-form-end.tsx';

/** The sites on which the caller's widget may be framed. */
export type AllowedSites = CallAnswer<typeof embedSitesCalls.embedSites>;

const draftOf = (allowed: AllowedSites | null) => ({ text: allowed?.sites.join('\n') ?? '' });

/** The sites of a text, one a line. */
const sitesIn = (text: string) => text.split(/[\n,;\s]+/).filter((site) => site !== '');

/** Names the site at which the fault stands. */
function faultIn(fields: Readonly<Record<string, string>>, sites: readonly string[]): ReactNode {
  const [field, fault] = Object.entries(fields)[0] ?? [];
  const site = sites[Number(field?.split('.')[1])];
  if (site === undefined) return fault;
  return (
    <>
      «{site}»: <FailureText>{fault}</FailureText>
    </>
  );
}

interface SitesFormProps {
  readonly present: AllowedSites;
  readonly onClose: () => void;
}

function SitesForm({ present, onClose }: SitesFormProps) {
  const form = useRevisedForm({ present, draftOf, changed: embedSitesChanged });
  const sites = sitesIn(form.draft.text);

  async function save() {
    const revision = form.thing?.revision ?? 0;
    const saved = await form.save({}, () => call('PUT Embed/Sites', { body: { sites, revision } }));
    if (saved !== null) onClose();
  }

  return (
    <SentForm onSend={save}>
      <Stack gap={16}>
        <TextField
          ref={takeFocus}
          label={<Trans>Сайты, по одному в строке</Trans>}
          hint={<Trans>Вместе с их поддоменами. Пусто: можно на любом сайте.</Trans>}
          rows={3}
          spellCheck={false}
          autoCapitalize="off"
          inputMode="url"
          placeholder="dilnoza.uz"
          value={form.draft.text}
          error={faultIn(form.fields, sites)}
          onChange={(event) => form.change({ text: event.currentTarget.value })}
        />
        {embedSitesChanged.is(form.failure) && (
          <p>
            {present.sites.length === 0 ? (
              <Trans>Сейчас список пуст.</Trans>
            ) : (
              <Trans>Сейчас в списке: {present.sites.join(', ')}</Trans>
            )}
          </p>
        )}
        <RevisedFormEnd form={form} ended={null} onClose={onClose}>
          <Trans>Сохранить</Trans>
        </RevisedFormEnd>
      </Stack>
    </SentForm>
  );
}

/** Where the widget may be framed. */
export function EmbedSites({ allowed }: { readonly allowed: AllowedSites }) {
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const names = allowed.sites.join(', ');
  return (
    <Stack gap={12}>
      <h3>
        <Trans>Где можно встраивать</Trans>
      </h3>
      {form === 'open' ? (
        <SitesForm present={allowed} onClose={() => setForm('closed')} />
      ) : (
        <>
          <p>
            {allowed.sites.length === 0 ? (
              <Trans>На любом сайте. Перечислите свои, и на чужих виджет не откроется.</Trans>
            ) : (
              <Trans>Только на {names}, вместе с поддоменами.</Trans>
            )}
          </p>
          <div>
            <ActionButton ref={form === 'closed' ? takeFocus : null} look="quiet" onClick={() => setForm('open')}>
              <Trans>Изменить список</Trans>
            </ActionButton>
          </div>
        </>
      )}
    </Stack>
  );
}
