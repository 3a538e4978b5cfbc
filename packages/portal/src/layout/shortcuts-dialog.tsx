import { Dialog } from '../components/overlays/dialog.tsx'
import { useRole } from '../session/use-session.ts'
import { openSections } from './navigation.ts'

const others = [
  { label: 'Command palette', keys: ['Ctrl or ⌘', 'K'] },
  { label: 'These shortcuts', keys: ['?'] },
  { label: 'Next and previous row of a table', keys: ['↓', '↑'] },
  { label: 'Open the row', keys: ['Enter'] },
  { label: 'The last message, such as its Undo', keys: ['F8'] },
]

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const pages = openSections(useRole()).map(({ label, key }) => ({ label, keys: ['G', key.toUpperCase()] }))
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {[...pages, ...others].map(({ label, keys }) => (
          <div key={label} className="flex items-center justify-between gap-4">
            <dt>{label}</dt>
            <dd className="flex gap-1">
              {keys.map((it) => (
                <kbd key={it} className="rounded border border-line bg-page px-1.5 py-0.5 font-sans text-xs">
                  {it}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
