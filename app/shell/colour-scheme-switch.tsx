import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Choice } from './choice.tsx';
import { useHydrated } from './hydrated.ts';

/** Light, dark, or as the system is; kept in this browser. */
export function ColourSchemeSwitch() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const hydrated = useHydrated();
  return (
    <Choice
      label={t`Оформление`}
      value={hydrated ? colorScheme : undefined}
      onChange={setColorScheme}
      options={[
        { value: 'auto', label: t`Как в системе`, content: <IconDeviceDesktop size={18} stroke={1.75} /> },
        { value: 'light', label: t`Светлое`, content: <IconSun size={18} stroke={1.75} /> },
        { value: 'dark', label: t`Тёмное`, content: <IconMoon size={18} stroke={1.75} /> },
      ]}
    />
  );
}
