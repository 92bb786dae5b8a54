import { useLingui } from '@lingui/react/macro';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useHydrated } from '#base/pages/hydrated.ts';
import { Choice } from '#base/ui/choices/choice.tsx';
import { chooseColourScheme, useColourScheme } from '#base/ui/theme/colour-scheme.ts';

/** Light, dark, or as the system; stored in this browser. */
export function ColourSchemeSwitch() {
  const { t } = useLingui();
  const scheme = useColourScheme();
  const hydrated = useHydrated();
  return (
    <Choice
      label={t`Оформление`}
      value={hydrated ? scheme : undefined}
      onChange={chooseColourScheme}
      options={[
        { value: 'auto', label: t`Как в системе`, content: <IconDeviceDesktop size={18} stroke={1.75} /> },
        { value: 'light', label: t`Светлое`, content: <IconSun size={18} stroke={1.75} /> },
        { value: 'dark', label: t`Тёмное`, content: <IconMoon size={18} stroke={1.75} /> },
      ]}
    />
  );
}
