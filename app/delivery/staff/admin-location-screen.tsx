import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '#app/call.ts';
import { numberInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { LeaveDialog } from '#base/ui/dialogs/leave-dialog.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { useUnsaved } from '#base/ui/fields/use-unsaved.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { PickUpPoint, Region } from '../delivery.calls.ts';
import type { Route } from './+types/admin-location-screen';
import classes from './admin-location-screen.module.css';
import { PointFields } from './point-fields.tsx';
import { PointPlace } from './point-place.tsx';
import { PointRate } from './point-rate.tsx';
import { usePointForm } from './use-point-form.ts';

const list = '/admin/locations';

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { signal } = request;
  const id = params.id === undefined ? null : numberInAddress(params.id);
  const [regions, point, rates, { country }] = await Promise.all([
    call('GET Region', {}, { signal }),
    id === null ? null : orNotFound(call('GET PickUp/{id}', { params: { id } }, { signal })),
    id === null ? null : call('GET Delivery/Rates', {}, { signal }).catch(() => null),
    call('GET Config', {}, { signal }),
  ]);
  return { regions, point, rates, currency: country.currencyLabel };
}

/** The editor of a new or an existing pickup point. */
export default function AdminLocation({ loaderData: { point, regions, rates, currency } }: Route.ComponentProps) {
  const { t } = useLingui();
  const title = point?.name ?? t`Новый пункт выдачи`;
  return (
    <PageFrame>
      <PageHead title={title} noIndex />
      <p className={classes.back}>
        <Link to={list}>
          <Trans>Все пункты выдачи</Trans>
        </Link>
      </p>
      <PageTitle>{title}</PageTitle>
      {point !== null && rates !== null && <PointRate point={point} rates={rates} currency={currency} />}
      <PointEditor key={point?.id ?? 'new'} point={point} regions={regions} />
    </PageFrame>
  );
}

interface PointEditorProps {
  readonly point: PickUpPoint | null;
  readonly regions: readonly Region[];
}

function PointEditor({ point, regions }: PointEditorProps) {
  const navigate = useNavigate();
  const form = usePointForm(point, regions);
  const blocker = useUnsaved(form.isUnsaved);
  const { isBusy, failure, isOver } = form;

  useEffect(() => {
    if (isOver) void navigate(list);
  }, [isOver, navigate]);

  return (
    <SentForm className={classes.form} onSend={form.save}>
      <Stack className={classes.columns} align="start">
        <PointFields form={form} regions={regions} />
        <PointPlace form={form} />
      </Stack>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <Row gap={12} align="center">
        <ActionButton isDefault disabled={isBusy} aria-busy={isBusy}>
          {point === null ? <Trans>Добавить пункт</Trans> : <Trans>Сохранить</Trans>}
        </ActionButton>
        {point !== null && <DeletePoint point={point} onDeleted={form.leave} onClosed={() => form.follow(false)} />}
      </Row>
      <LeaveDialog blocker={blocker} />
    </SentForm>
  );
}

interface DeletePointProps {
  readonly point: PickUpPoint;
  readonly onDeleted: () => void;
  /** The point was closed instead, since orders refer to it. */
  readonly onClosed: () => void;
}

function DeletePoint({ point, onDeleted, onClosed }: DeletePointProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, act, forget } = useAction();
  const [isOnlyClosed, setOnlyClosed] = useState(false);
  const { id, name } = point;

  const remove = () =>
    act(async () => {
      const { isDeleted } = await call('DELETE PickUp', { query: { id } });
      setAsking(false);
      if (isDeleted) return onDeleted();
      setOnlyClosed(true);
      onClosed();
    });

  if (isOnlyClosed) {
    return (
      <p role="status" className={classes.closed}>
        <Trans>На этот пункт ссылаются заказы, поэтому он не удалён, а закрыт: покупатели его больше не видят.</Trans>{' '}
        <Link to={list}>
          <Trans>Ко всем пунктам</Trans>
        </Link>
      </p>
    );
  }
  return (
    <>
      <ActionButton look="quiet" onClick={() => setAsking(true)}>
        <Trans>Удалить</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={<Trans>Удалить пункт «{name}»?</Trans>}
        act={<Trans>Удалить пункт</Trans>}
        isBusy={isBusy}
        onConfirm={() => remove()}
        onClose={() => {
          forget();
          setAsking(false);
        }}
      >
        <p>
          <Trans>Если на пункт ссылаются заказы, он не исчезнет, а закроется.</Trans>
        </p>
        {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      </ConfirmDialog>
    </>
  );
}
