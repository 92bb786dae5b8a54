import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Choice } from '#base/ui/choices/choice.tsx';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import { useAddressFilter } from '#base/ui/lists/address-filter.ts';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { arrangeCards } from '#base/ui/lists/row-cards.ts';
import list from '#base/ui/lists/staff-list.module.css';
import { TableFrame } from '#base/ui/lists/table-frame.tsx';
import { tableRoles } from '#base/ui/lists/table-roles.ts';
import { TypedSearch } from '#base/ui/lists/typed-search.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { PickUpPoint } from '../delivery.calls.ts';
import { LazyPointsMap } from '../map/lazy-points-map.tsx';
import frame from '../map/map-frame.module.css';
import type { Route } from './+types/admin-locations-screen';
import { AdminLocationRow } from './admin-location-row.tsx';
import classes from './admin-locations-screen.module.css';
import { ClosePointDialog, type PointToClose, pointToClose } from './close-point-dialog.tsx';

const states = ['open', 'closed'] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = params.get('search')?.trim() || undefined;
  const state = states.find((one) => one === params.get('state'));
  const IsActive = state && state === 'open';
  const { items } = await call('GET PickUp', { query: { search, IsActive } }, { signal: request.signal });
  return { items, search, isFiltered: state !== undefined };
}

/** All pickup points in a list and, when opened, on a map; a switch opens and closes each. */
export default function AdminLocations({ loaderData: { items, search, isFiltered } }: Route.ComponentProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [map, setMap] = useAddressFilter('map');
  const [closing, setClosing] = useState<PointToClose | null>(null);
  return (
    <PageFrame>
      <PageHead title={t`Пункты выдачи`} noIndex />
      <div className={list.head}>
        <PageTitle>
          <Trans>Пункты выдачи</Trans>
        </PageTitle>
        <Row gap={12}>
          <LinkButton to="/admin/locations/delivery" look="quiet">
            <Trans>Цены доставки</Trans>
          </LinkButton>
          <LinkButton to="/admin/locations/point">
            <IconPlus size={18} stroke={2} aria-hidden />
            <Trans>Добавить пункт</Trans>
          </LinkButton>
        </Row>
      </div>
      <LocationFilters map={map} onMap={setMap} />
      <Text role="status" className={classes.count} size={14} dim>
        <Plural value={items.length} one="# пункт" few="# пункта" many="# пунктов" other="# пункта" />
      </Text>
      {map !== '' && (
        <div className={`${frame.frame} ${classes.map}`}>
          <LazyPointsMap
            points={items}
            selected={null}
            onSelect={(id) => void navigate(`/admin/locations/point/${id}`)}
            label={t`Карта пунктов выдачи`}
          />
        </div>
      )}
      {items.length === 0 ? (
        <NoLocations search={search} isFiltered={isFiltered} />
      ) : (
        <LocationsTable items={items} onClosing={(point) => setClosing(pointToClose(point))} />
      )}
      <ClosePointDialog asked={closing} onClose={() => setClosing(null)} />
    </PageFrame>
  );
}

function LocationFilters({ map, onMap }: { readonly map: string; readonly onMap: (map: string) => void }) {
  const { t } = useLingui();
  const [state, setState] = useAddressFilter('state', { known: states });
  const options = [
    { value: '', content: t`Все` },
    { value: 'open', content: t`Открытые` },
    { value: 'closed', content: t`Закрытые` },
  ];

  return (
    <Row className={classes.filters} gap={12}>
      <TypedSearch name="search" title={t`Найти пункт`} label={t`Название, адрес или регион`} hasKey />
      <Choice label={t`Состояние`} options={options} value={state} onChange={setState} />
      <ActionButton look="quiet" aria-expanded={map !== ''} onClick={() => onMap(map === '' ? '1' : '')}>
        {map === '' ? <Trans>Показать карту</Trans> : <Trans>Скрыть карту</Trans>}
      </ActionButton>
    </Row>
  );
}

interface LocationsTableProps {
  readonly items: readonly PickUpPoint[];
  readonly onClosing: (point: PickUpPoint) => void;
}

function LocationsTable({ items, onClosing }: LocationsTableProps) {
  const { t } = useLingui();
  return (
    <TableFrame label={t`Таблица пунктов выдачи`}>
      <table
        ref={arrangeCards}
        {...tableRoles.table}
        className={`${list.table} ${classes.list}`}
        aria-label={t`Пункты выдачи`}
      >
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.column} scope="col">
              <Trans>Пункт</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Регион</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Часы работы</Trans>
            </th>
            <th {...tableRoles.column} scope="col">
              <Trans>Открыт</Trans>
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {items.map((point) => (
            <AdminLocationRow key={point.id} point={point} onClosing={onClosing} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface NoLocationsProps {
  readonly search: string | undefined;
  readonly isFiltered: boolean;
}

function NoLocations(asked: NoLocationsProps) {
  return (
    <EmptyList {...asked} names={['search', 'state']}>
      <EmptyState
        title={<Trans>Здесь будут пункты выдачи</Trans>}
        action={
          <LinkButton to="/admin/locations/point" look="quiet">
            <Trans>Добавить пункт</Trans>
          </LinkButton>
        }
      >
        <Trans>Покупатели выбирают их при оформлении заказа.</Trans>
      </EmptyState>
    </EmptyList>
  );
}
