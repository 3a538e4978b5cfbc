import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type TabsProps<Name extends string> = {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: string; readonly content: ReactNode }[]
  /** Keep it in the URL, so that a tab can be shared. */
  readonly value: Name
  readonly onChange: (name: Name) => void
}

/** `<Tabs label="Sides" tabs={[{ name: 'referrer', label: 'Referrer', content: … }]} value={tab} onChange={setTab} />` */
export function Tabs<const Name extends string>({ label, tabs, value, onChange }: TabsProps<Name>) {
  const choose = (next: string) => {
    const tab = tabs.find((it) => it.name === next)
    if (tab !== undefined) onChange(tab.name)
  }
  return (
    <Radix.Root value={value} onValueChange={choose}>
      <Radix.List aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((it) => (
          <Radix.Trigger
            key={it.name}
            value={it.name}
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-soft hover:text-text data-[state=active]:border-link data-[state=active]:text-text"
          >
            {it.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((it) => (
        <Radix.Content key={it.name} value={it.name}>
          {it.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
