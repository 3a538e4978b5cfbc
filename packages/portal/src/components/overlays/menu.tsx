import { DropdownMenu } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import { useFloatingContainer } from '../floating-container.ts'

type MenuItem = {
  readonly label: string
  readonly onSelect: () => void
  readonly icon?: ReactNode
  /** A second line or a shortcut. */
  readonly hint?: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
  readonly isCurrent?: boolean
}

type MenuProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement
  /** Groups of items, divided by lines; a group may have a heading. */
  readonly groups: readonly { readonly heading?: string; readonly items: readonly MenuItem[] }[]
  readonly align?: 'start' | 'end'
}

/** `<Menu trigger={<IconButton label="More" icon={<Ellipsis />} />} groups={[{ items }]} />` */
export function Menu({ trigger, groups, align = 'end' }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const container = useFloatingContainer(isOpen)
  return (
    // Not modal: that needs style elements, which the policy of the page forbids.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="floating z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 overflow-y-auto p-1"
        >
          {groups.map(({ heading, items }, index) => (
            <DropdownMenu.Group key={heading ?? index}>
              {index > 0 && <DropdownMenu.Separator className="my-1 h-px bg-line" />}
              {heading !== undefined && (
                <DropdownMenu.Label className="px-2.5 py-1 text-xs font-medium text-soft">
                  {heading}
                </DropdownMenu.Label>
              )}
              {items.map((it) => (
                <MenuEntry key={`${it.label} ${it.hint ?? ''}`} {...it} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function MenuEntry({ label, onSelect, icon, hint, isDanger, isDisabled = false, isCurrent }: MenuItem) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={isDisabled}
      aria-current={isCurrent === true || undefined}
      className={classes('menu-item [&_svg]:size-4', isDanger && 'text-danger', isCurrent && 'font-medium')}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint !== undefined && <span className="text-xs text-soft">{hint}</span>}
    </DropdownMenu.Item>
  )
}
