import { Lock } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type TabsProps<Name extends string> = {
  readonly label: string
  readonly tabs: readonly {
    readonly name: Name
    readonly label: string
    readonly content: ReactNode
    /** Why the tab cannot be opened. A link that leads to it shows its content, which says so too. */
    readonly closed?: string | null
  }[]
  /** Keep it in the URL, so that a tab can be shared. */
  readonly value: Name
  readonly onChange: (name: Name) => void
  /** The tabs belong to one form: typed values of another tab stay, and its errors can be reached. */
  readonly isForm?: boolean
}

/** `<Tabs label="Sides" tabs={[{ name: 'referrer', label: 'Referrer', content: … }]} value={tab} onChange={setTab} />` */
export function Tabs<const Name extends string>({
  label,
  tabs,
  value,
  onChange,
  isForm = false,
}: TabsProps<Name>) {
  const choose = (next: string) => {
    const tab = tabs.find((it) => it.name === next)
    if (tab !== undefined) onChange(tab.name)
  }
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showWhole(list.current, value), [value])
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="mb-4 flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((it) => (
          <Radix.Trigger
            key={it.name}
            value={it.name}
            data-tab={it.name}
            disabled={typeof it.closed === 'string'}
            title={it.closed ?? undefined}
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-soft -outline-offset-2 hover:text-text data-[state=active]:border-link data-[state=active]:text-text"
          >
            {it.label}
            {typeof it.closed === 'string' && (
              <>
                <Lock aria-hidden className="ml-1.5 inline size-3.5" />
                <span className="sr-only">, {it.closed.toLowerCase()}</span>
              </>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((it) => (
        <Radix.Content
          key={it.name}
          value={it.name}
          {...(isForm ? { forceMount: true, hidden: it.name !== value } : {})}
        >
          {it.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/** Scrolls the tabs sideways on a phone, so that the chosen one is not cut off. */
function showWhole(list: HTMLElement | null, name: string): void {
  const tab = list?.querySelector(`[data-tab="${CSS.escape(name)}"]`)
  if (list === null || tab === null || tab === undefined) return
  const [inner, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  list.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left)
}
