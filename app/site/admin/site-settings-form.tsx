import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { ImageField } from '#app/images/image-field.tsx';
import { failures } from '#base/calls/errors.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { browserStorage } from '#base/text/browser-storage.ts';
import { email } from '#base/text/email-rule.ts';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { Field } from '#base/ui/fields/field.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Panel } from '#base/ui/panel/panel.tsx';
import { longestName } from '../settings/site-failures.ts';
import { pageTitles } from '../texts/page-titles.ts';
import { sitePages } from '../texts/site-pages.ts';
import { AccentField } from './accent-field.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import classes from './site-admin.module.css';
import { useSiteForm } from './use-site-form.ts';

/** Brand and contacts. */
export async function readSiteSettings() {
  const { version, ...settings } = await call('GET Site/Settings', {});
  return { version, settings };
}

type Known = Awaited<ReturnType<typeof readSiteSettings>>;

/** Stored for the page that is loaded again after its brand was saved, which says so. */
const savedKey = 'opora.site-saved';

/** Brand, contacts and the pages of the operator. */
export function SiteSettingsForm({ known: { version, settings } }: { readonly known: Known }) {
  const { t } = useLingui();
  const form = useSiteForm(settings, async (draft) => {
    const wrong = draft.email.trim() === '' ? null : email(draft.email.trim());
    if (wrong !== null) throw failures.validationFailed({ fields: { email: wrong } });
    const taxNumber = draft.taxNumber.replace(/\s/g, '');
    await call('PUT Site/Settings', { body: { ...draft, taxNumber, version } });
    const isBrandNew = (['name', 'logo', 'accent'] as const).some((part) => draft[part] !== settings[part]);
    // The document holds the brand, and the server writes it.
    if (isBrandNew) {
      browserStorage.session.setItem(savedKey, 'yes');
      window.location.reload();
    }
  });
  const [wasSaved] = useState(() => browserStorage.session.getItem(savedKey) !== null);
  useEffect(() => browserStorage.session.removeItem(savedKey), []);
  const { isUnsaved, isBusy, fault } = form;
  const [isDiscarding, setDiscarding] = useState(false);
  const blocker = useUnsaved(isUnsaved && !isBusy);
  return (
    <PageFrame>
      <PageHead title={t`Сайт`} noIndex />
      <PageTitle>
        <Trans>Сайт</Trans>
      </PageTitle>
      <div className={classes.columns}>
        <SavedForm className={classes.form}>
          <BrandPanel form={form} />
          <ContactsPanel form={form} />
          <SaveBar
            isUnsaved={isUnsaved}
            isBusy={isBusy}
            fault={fault}
            onReload={form.reload}
            saved={
              form.isSaved || (wasSaved && !isUnsaved) ? (
                <Trans>Сохранено: все страницы уже показывают новое</Trans>
              ) : null
            }
            onForget={() => setDiscarding(true)}
            onSave={form.save}
          />
        </SavedForm>
        <PagesPanel />
      </div>
      <LeaveDialog blocker={blocker} />
      <DiscardDialog isOpen={isDiscarding} onDiscard={form.forget} onClose={() => setDiscarding(false)} />
    </PageFrame>
  );
}

interface PanelProps {
  readonly form: ReturnType<typeof useSiteForm<Known['settings']>>;
}

function BrandPanel({ form: { draft, errors, set } }: PanelProps) {
  const { t } = useLingui();
  return (
    <Panel title={<Trans>Название и вид</Trans>}>
      <Field
        label={<Trans>Название</Trans>}
        placeholder={t`Опора`}
        maxLength={longestName}
        value={draft.name}
        error={errors.name}
        hint={<Trans>В шапке, в заголовках страниц и в превью ссылок</Trans>}
        onChange={(event) => set({ name: event.target.value })}
      />
      <p className={classes.lead}>
        <Trans>Логотип</Trans>
      </p>
      <ImageField
        type="Logo"
        label={t`Логотип`}
        value={draft.logo || null}
        error={errors.logo}
        onChange={(logo) => set({ logo: logo ?? '' })}
      />
      <AccentField value={draft.accent} error={errors.accent} onChange={(accent) => set({ accent })} />
    </Panel>
  );
}

function ContactsPanel({ form: { draft, errors, set } }: PanelProps) {
  return (
    <Panel title={<Trans>Контакты</Trans>}>
      <p className={classes.lead}>
        <Trans>Они стоят на странице «Контакты» и в других текстах. Пустое поле не показывается.</Trans>
      </p>
      <Field
        label={<Trans>Организация</Trans>}
        value={draft.company}
        error={errors.company}
        onChange={(event) => set({ company: event.target.value })}
      />
      <Field
        label={<Trans>ИНН или ПИНФЛ</Trans>}
        inputMode="numeric"
        autoComplete="off"
        value={draft.taxNumber}
        error={errors.taxNumber}
        hint={<Trans>Стоит в чеках, актах и обороте за месяц</Trans>}
        onChange={(event) => set({ taxNumber: event.target.value })}
      />
      <Stack className={classes.pair} gap={14}>
        <Field
          label={<Trans>Почта</Trans>}
          inputMode="email"
          autoCapitalize="off"
          value={draft.email}
          error={errors.email}
          onChange={(event) => set({ email: event.target.value })}
        />
        <Field
          label={<Trans>Телефон</Trans>}
          type="tel"
          inputMode="tel"
          value={draft.phone}
          error={errors.phone}
          onChange={(event) => set({ phone: event.target.value })}
        />
      </Stack>
      <Field
        label={<Trans>Telegram, без @</Trans>}
        autoCapitalize="off"
        value={draft.telegram}
        error={errors.telegram}
        onChange={(event) => set({ telegram: event.target.value })}
      />
      <Field
        label={<Trans>Адрес</Trans>}
        value={draft.address}
        error={errors.address}
        onChange={(event) => set({ address: event.target.value })}
      />
    </Panel>
  );
}

function PagesPanel() {
  const { i18n } = useLingui();
  return (
    <Panel title={<Trans>Страницы в подвале сайта</Trans>}>
      <Stack as="ul" className={classes.list} gap={4}>
        {sitePages.map((page) => (
          <li key={page}>
            <Link to={{ search: `?page=${page}` }}>{i18n._(pageTitles[page])}</Link>
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
