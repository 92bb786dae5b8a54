import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { type Locale, localeNames, locales } from '#base/text/locales.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { TextField } from '#base/ui/fields/field.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { MarkedText } from '#base/ui/marked-text/marked-text.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Panel } from '#base/ui/panel/panel.tsx';
import { longestText } from '../settings/site-failures.ts';
import { pageTitles } from '../texts/page-titles.ts';
import type { SitePage } from '../texts/site-pages.ts';
import { useSiteText } from '../texts/use-site-text.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import classes from './site-admin.module.css';
import { useSiteForm } from './use-site-form.ts';

/** The texts of a page, its versions, and what they may name. */
export async function readSiteTexts(page: SitePage) {
  const query = { page };
  const [texts, { facts }] = await Promise.all([call('GET Site/Texts', { query }), call('GET Site/Page', { query })]);
  return { page, facts, ...texts };
}

type Known = Awaited<ReturnType<typeof readSiteTexts>>;

/** The editor of one page of the operator, in all languages, with a preview and the earlier versions. */
export function SiteTextForm({ known }: { readonly known: Known }) {
  const { i18n, t } = useLingui();
  const { page, own, standard, version, history, facts } = known;
  const form = useSiteForm(own, (draft) => call('PUT Site/Texts', { body: { page, ...draft, version } }));
  const { draft, errors, isUnsaved, isBusy, fault, set } = form;
  const [chosen, setLocale] = useState<Locale | null>(null);
  const [isDiscarding, setDiscarding] = useState(false);
  const { locale: spoken, fill } = useSiteText(facts);
  const locale = chosen ?? spoken;
  const blocker = useUnsaved(isUnsaved);
  const isStandard = locales.every((one) => draft[one].trim() === '');
  const shown = isStandard ? standard[locale] : draft[locale] || draft.ru || draft.uz || draft.en;
  return (
    <PageFrame narrow>
      <PageHead title={i18n._(pageTitles[page])} noIndex />
      <PageTitle>{i18n._(pageTitles[page])}</PageTitle>
      <SavedForm className={classes.form}>
        <Row gap={16} rowGap={8} align="center" justify="between">
          <SelectField
            label={<Trans>Язык текста</Trans>}
            value={locale}
            onChange={(event) => setLocale(locales.find((one) => one === event.target.value) ?? 'ru')}
          >
            {locales.map((one) => (
              <option key={one} value={one} lang={one}>
                {localeNames[one]}
              </option>
            ))}
          </SelectField>
          <Row gap={8}>
            {isStandard ? (
              <ActionButton look="quiet" onClick={() => set(standard)}>
                <Trans>Начать с готового текста</Trans>
              </ActionButton>
            ) : (
              <ActionButton look="quiet" onClick={() => set({ ru: '', uz: '', en: '' })}>
                <Trans>Вернуть готовый текст</Trans>
              </ActionButton>
            )}
            <LinkButton look="quiet" to={`/about/${page}`}>
              <Trans>Открыть страницу</Trans>
            </LinkButton>
          </Row>
        </Row>
        <TextField
          key={locale}
          lang={locale}
          label={<Trans>Свой текст</Trans>}
          placeholder={t`Пусто: показывается готовый текст`}
          rows={12}
          maxLength={longestText}
          value={draft[locale]}
          error={errors[locale]}
          hint={<Trans>Язык без текста покажет первый из заполненных</Trans>}
          onChange={(event) => set({ [locale]: event.target.value })}
        />
        <Marks />
        <SaveBar
          isUnsaved={isUnsaved}
          isBusy={isBusy}
          fault={fault}
          onReload={form.reload}
          saved={form.isSaved ? <Trans>Сохранено: страница уже показывает новый текст</Trans> : null}
          onForget={() => setDiscarding(true)}
          onSave={form.save}
        />
      </SavedForm>
      <div className={classes.pages}>
        <Panel title={<Trans>Как это увидят</Trans>}>
          <div className={classes.preview}>
            <MarkedText text={fill(shown)} top={3} />
          </div>
        </Panel>
      </div>
      <Versions history={history} onChoose={({ ru, uz, en }) => set({ ru, uz, en })} />
      <LeaveDialog blocker={blocker} />
      <DiscardDialog isOpen={isDiscarding} onDiscard={form.forget} onClose={() => setDiscarding(false)} />
    </PageFrame>
  );
}

const facts = 'name company email phone telegram address commission minAmount maxAmount'
  .split(' ')
  .map((fact) => `{${fact}}`)
  .join(' ');

function Marks() {
  return (
    <>
      <p className={classes.lead}>
        <Trans>
          Заголовок: <code>## Текст</code>. Список: <code>- пункт</code>. Жирный: <code>**слово**</code>. Ссылка:{' '}
          <code>[слово](https://…)</code>.
        </Trans>
      </p>
      <p className={classes.lead}>
        <Trans>Подставятся сами; строка, для которой значения нет, не показывается:</Trans> <code>{facts}</code>
      </p>
    </>
  );
}

type Version = Known['history'][number];

interface VersionsProps {
  readonly history: readonly Version[];
  readonly onChoose: (version: Version) => void;
}

/** Earlier versions, put into the fields to be seen and saved again. */
function Versions({ history, onChoose }: VersionsProps) {
  const dateText = useDateText();
  if (history.length === 0) return null;
  return (
    <div className={classes.pages}>
      <Panel title={<Trans>Прежние версии</Trans>}>
        <Row gap={8}>
          {history.map((version) => (
            <ActionButton key={version.version} look="quiet" onClick={() => onChoose(version)}>
              {dateText(version.savedAt, { date: 'short', time: 'short' })}
            </ActionButton>
          ))}
        </Row>
      </Panel>
    </div>
  );
}
