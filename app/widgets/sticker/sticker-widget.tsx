import { useLingui } from '@lingui/react/macro';
import { useWidget } from '../overlay/use-widget.ts';
import { WidgetPage } from '../overlay/widget-page.tsx';
import { StickerView } from './sticker-view.tsx';

/** The sticker (docs/rules.md#widgets): the creator's pattern, name and donation address. */
export function StickerWidget() {
  const { t } = useLingui();
  const { settings } = useWidget();
  return <WidgetPage title={t`Стикер`}>{settings && <StickerView settings={settings} />}</WidgetPage>;
}
