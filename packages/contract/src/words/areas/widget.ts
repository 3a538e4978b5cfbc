import { widget as ar } from '../ar/widget.ts'
import { widget as de } from '../de/widget.ts'
import { widget as en } from '../en/widget.ts'
import { widget as es } from '../es/widget.ts'
import { widget as fr } from '../fr/widget.ts'
import { widget as it } from '../it/widget.ts'
import { widget as ja } from '../ja/widget.ts'
import { widget as nl } from '../nl/widget.ts'
import { widget as pl } from '../pl/widget.ts'
import { widget as pt } from '../pt/widget.ts'
import type { Area } from '../translation.ts'

export const widget: Area<typeof en> = { en, de, fr, es, it, nl, pt, pl, ja, ar }
