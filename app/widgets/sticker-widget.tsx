import { useLingui } from '@lingui/react/macro';
import { StickerView } from './sticker-view.tsx';
import { useWidget } from './use-widget.ts';
import { WidgetPage } from './widget-page.tsx';

/** The sticker (specification, point 2): the creator's cloth, his name and where to support him. */
export function StickerWidget() {
  const { t } = useLingui();
  const { settings } = useWidget({ withFigures: false });
  return <WidgetPage title={t`Стикер`}>{settings && <StickerView settings={settings} />}</WidgetPage>;
}
