import { draw } from './drawing.ts'

/** First names and last names that go together. */
const cultures: readonly (readonly [first: string, last: string])[] = [
  ['Adaeze Chidi Emeka Ifeoma Ngozi Obinna Uche Zainab', 'Adeyemi Balogun Eze Nwosu Okafor Okoye'],
  ['Aarav Ananya Diya Ishaan Kavya Meera Nikhil Rohan Sanjana', 'Desai Gupta Iyer Kapoor Menon Rao Sharma'],
  ['Akira Aoi Haruto Kenji Mei Ren Sakura Yuto', 'Fujita Kobayashi Mori Nakamura Ono Suzuki'],
  ['Beatriz Caio Fernanda João Larissa Rafael Thiago', 'Almeida Barbosa Carvalho Moreira Ribeiro'],
  ['Camila Diego Esteban Inés Lucía Martín Valentina', 'Castro Fuentes Herrera Morales Ortega Reyes'],
  ['Camille Élodie Hugo Julien Manon Mathis Océane', 'Bernard Dubois Garnier Laurent Moreau Petit'],
  ['Annika Felix Greta Jakob Karla Moritz Theresa', 'Becker Hoffmann Krause Lang Schubert Vogt'],
  ['Agnieszka Bartosz Ewa Kacper Magda Tomasz', 'Kowalska Lis Mazur Nowicki Sikora Zielinska'],
  ['Amelia Callum Erin Gareth Isla Niamh Owen Rhys', 'Campbell Davies Hughes Kelly Morgan Quinn'],
  ['Astrid Freja Henrik Ingrid Lars Magnus Saga', 'Andersen Dahl Hansen Lindgren Nyberg Strand'],
  ['Amira Bilal Hamza Layla Nour Samir Yasmin', 'Aziz Farouk Hakim Khoury Mansour Saleh'],
  ['Chen Hui Jun Lan Min Wei Xin Ying', 'Huang Lin Wu Xu Zhao Zhou'],
  ['Ayşe Burak Defne Emre Selin Tolga', 'Arslan Çelik Koç Öztürk Şahin Yalçın'],
  ['Alessia Davide Giulia Lorenzo Matteo Serena', 'Bruno Gallo Marino Ricci Romano Testa'],
]

/** As many different names as are asked for, of all cultures alike. `random` returns a number from 0 to below 1. */
export function makeNames(count: number, random: () => number): readonly string[] {
  const names = new Set<string>()
  while (names.size < count) {
    const [first, last] = draw(cultures, random())
    names.add(`${draw(first.split(' '), random())} ${draw(last.split(' '), random())}`)
  }
  return [...names]
}
