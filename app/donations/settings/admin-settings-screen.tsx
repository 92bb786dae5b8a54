import { Trans, useLingui } from '@lingui/react/macro';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { failures } from '#base/calls/errors.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SaveBar, SavedForm } from '#base/ui/fields/save-bar.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/admin-settings-screen';
import classes from './admin-settings-screen.module.css';
import { LimitsSection, StopSection } from './settings-sections.tsx';
import { StopWordsSection } from './stop-words-section.tsx';
import { useSettingsForm } from './use-donation-settings.ts';

export async function clientLoader() {
  const [settings, config] = await Promise.all([call('GET Donate/Settings', {}), call('GET Config', {})]);
  // Everybody reads a part of them; who may change them reads the version too.
  if (settings.version === undefined) throw failures.forbidden();
  return { settings, currency: config.country.currencyLabel };
}

/** The settings of all donations: limits, presets, commission, stop words, and the switch that stops them. For admins only. */
export default function AdminDonateSettings({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { settings, currency } = loaderData;
  return (
    <PageFrame>
      <PageHead title={t`Настройки донатов`} noIndex />
      <PageTitle>
        <Trans>Настройки донатов</Trans>
      </PageTitle>
      <SettingsForm settings={settings} currency={currency} />
    </PageFrame>
  );
}

type Settings = Route.ComponentProps['loaderData']['settings'];

function SettingsForm({ settings, currency }: { readonly settings: Settings; readonly currency: string }) {
  const { revalidate } = useRevalidator();
  const form = useSettingsForm(settings, revalidate);
  const { isUnsaved, isBusy, fault } = form;
  const blocker = useUnsaved(isUnsaved);
  return (
    <SavedForm className={classes.form}>
      <Stack gap={16} fit>
        <StopSection form={form} />
        <LimitsSection form={form} currency={currency} />
      </Stack>
      <StopWordsSection form={form} />
      <SaveBar
        isUnsaved={isUnsaved}
        isBusy={isBusy}
        fault={fault}
        onReload={form.isStale ? form.reload : undefined}
        saved={form.isSaved ? <Trans>Сохранено: действует сразу и для всех</Trans> : null}
        onForget={form.forget}
        onSave={() => void form.save()}
      />
      <LeaveDialog blocker={blocker} />
    </SavedForm>
  );
}
