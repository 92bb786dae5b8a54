import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { type TaxItemDraft, taxItemDraftOf, taxItemFaults, taxItemFaultsBelow, taxItemOfDraft } from '../tax-item.ts';
import { TaxItemFields } from '../tax-item-fields.tsx';
import type { taxCalls } from './tax.calls.ts';
import { taxDefaultsChanged } from './tax-failures.ts';

/** The default codes as an admin reads them. */
export type ReadTaxDefaults = CallAnswer<typeof taxCalls.taxDefaults>;

const kinds = ['donation', 'delivery', 'product'] as const;
type Kind = (typeof kinds)[number];
type Draft = Readonly<Record<Kind, TaxItemDraft>>;

function draftOf({ donation, delivery, product }: Pick<ReadTaxDefaults, Kind>): Draft {
  return {
    donation: taxItemDraftOf(donation),
    delivery: taxItemDraftOf(delivery),
    product: taxItemDraftOf(product),
  };
}

/** Faults by the paths of the call: `donation.code`. */
function faultsOf(draft: Draft): Readonly<Record<string, string>> {
  const found = kinds.flatMap((kind) =>
    Object.entries(taxItemFaults(draft[kind])).map(([name, fault]) => [`${kind}.${name}`, fault]),
  );
  return Object.fromEntries(found);
}

const textOf = (draft: Draft) => JSON.stringify(draft);

/** The draft of the default codes, until it is saved. What is typed outlives what else on the screen loads them anew. */
function useDefaults(read: ReadTaxDefaults) {
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState(read);
  const [draft, setDraft] = useState(() => draftOf(known));
  const [sent, setSent] = useState('');
  const action = useAction();
  const isEdited = textOf(draft) !== textOf(draftOf(known));
  if (read.version !== known.version) {
    const stored = textOf(draftOf(read));
    // Changes made while saving stay as unsaved ones.
    if (!isEdited || stored === textOf(draft) || stored === sent) setKnown(read);
    if (!isEdited) setDraft(draftOf(read));
  }

  async function save() {
    const isSaved = await action.act(async () => {
      const fields = faultsOf(draft);
      if (Object.keys(fields).length > 0) throw failures.validationFailed({ message: '', fields });
      const { donation, delivery, product } = draft;
      const body = {
        donation: taxItemOfDraft(donation),
        delivery: taxItemOfDraft(delivery),
        product: taxItemOfDraft(product),
      };
      setDraft(draftOf(body));
      setSent(textOf(draftOf(body)));
      await call('PUT Receipt/TaxDefaults', { body: { ...body, version: known.version } });
    });
    if (isSaved) await revalidate();
  }

  function discard() {
    setDraft(draftOf(known));
    action.forget();
  }

  async function reload() {
    discard();
    await revalidate();
  }

  const isUnsaved = isEdited && !(action.isDone && sent === textOf(draft));
  return { ...action, draft, setDraft, save, discard, reload, isUnsaved };
}

/** What lines are called that have no code above either: only the operator's configuration changes it. */
function Configured({ item }: { readonly item: ReadTaxDefaults['configured'] }) {
  if (item === null) {
    return (
      <Text dim>
        <Trans>
          Где код не указан и здесь, его нет: настройка сервера <code>PAYME_ITEM_CODE</code> не задана.
        </Trans>
      </Text>
    );
  }
  const { code, packageCode, vat } = item;
  return (
    <Text dim>
      <Trans>
        Где код не указан и здесь, действуют настройки сервера: <code>PAYME_ITEM_CODE</code> {code},{' '}
        <code>PAYME_VAT</code> {vat} %.
      </Trans>{' '}
      {packageCode !== '' && (
        <Trans>
          Код упаковки: <code>PAYME_PACKAGE_CODE</code> {packageCode}.
        </Trans>
      )}
    </Text>
  );
}

/** The codes of donations, deliveries, and of products without their own. */
export function TaxDefaultsForm({ known }: { readonly known: ReadTaxDefaults }) {
  const { t } = useLingui();
  const form = useDefaults(known);
  const { draft, setDraft, save, discard, reload, isUnsaved, isBusy, isDone, failure, fields, forget } = form;
  const blocker = useUnsaved(isUnsaved);
  const labels: Readonly<Record<Kind, string>> = {
    donation: t`Донаты: код (ИКПУ)`,
    delivery: t`Доставка: код (ИКПУ)`,
    product: t`Товары: код (ИКПУ)`,
  };
  return (
    <SavedForm>
      <Section title={<Trans>Коды по умолчанию</Trans>} card>
        <Text dim>
          <Trans>
            Так налоговая называет то, что вы продаёте. Без кода хотя бы у одной строки чек не составить. Код товара в
            его карточке важнее этого.
          </Trans>
        </Text>
        <Stack gap={24} fit>
          {kinds.map((kind) => (
            <TaxItemFields
              key={kind}
              label={labels[kind]}
              name={kind}
              draft={draft[kind]}
              faults={taxItemFaultsBelow(fields, kind)}
              onChange={(changed) => {
                setDraft({ ...draft, [kind]: changed });
                forget();
              }}
            />
          ))}
        </Stack>
        <Configured item={known.configured} />
        <SaveBar
          isUnsaved={isUnsaved}
          isBusy={isBusy}
          fault={failure?.message ?? null}
          onReload={taxDefaultsChanged.is(failure) ? () => void reload() : undefined}
          saved={isDone ? <Trans>Сохранено: с этими кодами будут новые чеки</Trans> : null}
          onForget={discard}
          onSave={() => void save()}
        />
      </Section>
      <LeaveDialog blocker={blocker} />
    </SavedForm>
  );
}
