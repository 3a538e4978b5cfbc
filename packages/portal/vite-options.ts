import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

/** How Vite builds and serves the portal. */
export const viteOptions: InlineConfig = {
  configFile: false,
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Browsers that know `light-dark()` and container queries.
    target: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The policy of the page allows no data addresses but for images.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}
