import { onContentUpdated, type Theme, useData } from 'vitepress'
import standardTheme from 'vitepress/theme-without-fonts'
import { rememberLanguage, showLanguage } from './language-tabs.ts'
import { showOwnValues } from './own-values.ts'

export const docsTheme: Theme = {
  extends: standardTheme,
  setup() {
    const { theme: settings } = useData()
    onContentUpdated(() => {
      // The front page of the theme has no landmark.
      document.querySelector('.VPHome')?.setAttribute('role', 'main')
      showLanguage()
      // Only a service has values of its own.
      const { here } = settings.value
      if (typeof here === 'string') void showOwnValues(here)
    })
    if (typeof window !== 'undefined') rememberLanguage()
  },
}
