import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { bring } from '#base/pages/bring.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import type { Position } from '../pick-up-order.ts';
import type { MapOptions, MapPainter, MapPoint, MapScene, MapWords } from './map-painter.ts';
import { mapSettings } from './map-settings.ts';
import classes from './points-map.module.css';
import { useDark } from './use-dark.ts';

export interface PointsMapProps {
  readonly points: readonly MapPoint[];
  readonly selected: number | null;
  readonly position?: Position | null;
  /** A place being set by hand; a tap on the map calls `onPick`. */
  readonly picked?: Position | null;
  readonly onPick?: (position: Position) => void;
  readonly onSelect: (id: number) => void;
  /** Shows the outline of the country alone and asks no other host for anything. */
  readonly isOutline?: boolean;
  /** The map's accessible name. */
  readonly label: string;
}

type Opening = 'loading' | 'loaded' | 'error';

/** Opens the maps service's map if there is a key, else, or if its script fails, or for the outline, the built-in map. */
async function openMap(isOutline: boolean, options: Omit<MapOptions, 'settings'>): Promise<MapPainter> {
  const whole = await mapSettings();
  const settings = isOutline ? { ...whole, key: null, tiles: null } : whole;
  const { key } = settings;
  if (key !== null) {
    try {
      const { openScriptMap } = await bring(() => import('./script-map.ts'));
      return await openScriptMap({ ...options, settings, key });
    } catch {
      options.element.replaceChildren();
    }
  }
  const { openBuiltInMap } = await bring(() => import('./built-in-map.ts'));
  return openBuiltInMap({ ...options, settings });
}

function useMapWords(): MapWords {
  const { t } = useLingui();
  return { map: t`Карта`, zoomIn: t`Приблизить`, zoomOut: t`Отдалить`, credits: t`Чья это карта` };
}

/** Opens the map in its element, updates it with the scene, and closes it with the component. */
function useMap(
  scene: MapScene,
  isOutline: boolean,
  handlers: Omit<MapOptions, 'element' | 'settings' | 'isDark' | 'words'>,
) {
  const element = useRef<HTMLDivElement>(null);
  const painter = useRef<MapPainter>(null);
  const isDark = useDark();
  const [opening, setOpening] = useState<Opening>('loading');
  const [tries, setTries] = useState(0);
  const onSelect = useEffectEvent(handlers.onSelect);
  const onPick = useEffectEvent((place: Position) => handlers.onPick?.(place));
  const clusterLabel = useEffectEvent(handlers.clusterLabel);
  const canPick = handlers.onPick !== null;
  const paint = useEffectEvent((opened: MapPainter) => {
    painter.current = opened;
    opened.setDark(isDark);
    opened.show(scene);
    setOpening('loaded');
  });
  const wasDark = useEffectEvent(() => isDark);
  const words = useMapWords();
  const wordsThen = useEffectEvent(() => words);

  useEffect(() => {
    const stage = element.current;
    if (!stage || tries < 0) return;
    let isOver = false;
    const options = {
      element: stage,
      isDark: wasDark(),
      words: wordsThen(),
      clusterLabel: (count: number) => clusterLabel(count),
      onSelect: (id: number) => onSelect(id),
      onPick: canPick ? (place: Position) => onPick(place) : null,
    };
    openMap(isOutline, options).then(
      (opened) => (isOver ? opened.close() : paint(opened)),
      () => !isOver && setOpening('error'),
    );
    return () => {
      isOver = true;
      painter.current?.close();
      painter.current = null;
    };
  }, [canPick, isOutline, tries]);

  useEffect(() => painter.current?.show(scene), [scene]);
  useEffect(() => painter.current?.setDark(isDark), [isDark]);

  const again = () => {
    setOpening('loading');
    setTries(tries + 1);
  };
  return { element, opening, again };
}

/** Points on a map. Everything can also be done without it, in the list or the fields beside it. */
export default function PointsMap(props: PointsMapProps) {
  const { i18n } = useLingui();
  // The controls of an open map keep their language.
  return <OpenMap key={i18n.locale} {...props} />;
}

function OpenMap(props: PointsMapProps) {
  const { points, selected, position = null, picked = null, isOutline = false, onSelect, onPick, label } = props;
  const { t } = useLingui();
  const { element, opening, again } = useMap({ points, selected, position, picked }, isOutline, {
    onSelect,
    onPick: onPick ?? null,
    clusterLabel: (count) => t`Пунктов рядом: ${count}. Приблизить`,
  });
  return (
    <section className={classes.map} aria-label={label} aria-busy={opening === 'loading'} data-status={opening}>
      <div className={classes.stage}>
        <div ref={element} className={classes.canvas} />
      </div>
      {opening === 'loading' && (
        <p className={classes.waiting} role="status">
          <Trans>Загружаем карту…</Trans>
        </p>
      )}
      {opening === 'error' && (
        <div className={classes.waiting}>
          <ErrorNotice onRetry={again}>
            <Trans>Карта не открылась. Всё то же есть рядом, в списке.</Trans>
          </ErrorNotice>
        </div>
      )}
    </section>
  );
}
