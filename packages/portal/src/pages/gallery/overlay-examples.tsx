import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog, Drawer } from '../../components/dialog.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu } from '../../components/menu.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useToast } from '../../components/toast.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { SelectExample } from './form-examples.tsx'

type Opened = 'nothing' | 'dialog' | 'confirm' | 'drawer'

export function OverlayExamples() {
  const [opened, setOpened] = useState<Opened>('nothing')
  const [tab, setTab] = useState<'one' | 'two'>('one')
  const showToast = useToast()
  const close = () => setOpened('nothing')
  const items = [
    { label: 'Edit', icon: <Pencil />, hint: 'E', onSelect: () => undefined },
    { label: 'Not now', onSelect: () => undefined, isDisabled: true },
    { label: 'Delete', icon: <Trash2 />, isDanger: true, onSelect: () => setOpened('confirm') },
  ]
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" icon={<Plus />}>
          Primary
        </Button>
        <Button>Secondary</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button kind="primary" isBusy>
          Busy
        </Button>
        <Button disabled>Disabled</Button>
        <IconButton label="Copy" icon={<Copy />} />
        <Menu
          trigger={<IconButton label="More" icon={<Ellipsis />} />}
          groups={[{ heading: 'Row', items }]}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpened('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpened('confirm')}>Open a confirmation</Button>
        <Button onClick={() => setOpened('drawer')}>Open a drawer</Button>
        <Button
          onClick={() => showToast({ text: 'Denied.', onUndo: () => showToast({ text: 'Taken back.' }) })}
        >
          Show a message
        </Button>
        <Tooltip text="For what is not needed to go on">
          <Button>With a tooltip</Button>
        </Tooltip>
      </div>
      <Tabs
        label="Example"
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'one', label: 'First tab', content: <p>Content of the first tab.</p> },
          { name: 'two', label: 'Second tab', content: <p>Content of the second tab.</p> },
        ]}
      />
      <Dialog
        isOpen={opened === 'dialog'}
        onClose={close}
        title="A dialog"
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" onClick={close}>
              Save the change
            </Button>
          </>
        }
      >
        <SelectExample />
      </Dialog>
      <Drawer isOpen={opened === 'drawer'} onClose={close} title="A drawer">
        <SelectExample />
      </Drawer>
      <ConfirmDialog
        isOpen={opened === 'confirm'}
        onClose={close}
        title="Erase all test data of acme?"
        action="Erase the test data"
        typed="test_acme"
        onConfirm={close}
      >
        <p>This deletes 120 people, 48 referrals and 96 rewards. It cannot be undone.</p>
      </ConfirmDialog>
    </div>
  )
}
