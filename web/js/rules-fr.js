// Les règles de chaque jeu en français, dans nos propres mots.

import { BLOCH, JERSI, PIJERSI, PIJERSI51 } from './diagrams.js';

/** @typedef {import('./rules.js').Part} Part */
/** @typedef {Record<string, import('./diagrams.js').Diagram>} Diagrams */

/** @type {[string, string[]][]} */
const CYCLE = [['rock', ['scissors']], ['scissors', ['paper']], ['paper', ['rock']]];

/** @param {Diagrams} diagrams @param {string} name @param {string} caption @returns {Part} */
const board = (diagrams, name, caption) => ({ ...(diagrams[name] ?? { fen: 'startpos' }), caption });

/** @param {Diagrams} boards @returns {Part[]} */
const pijersi = (boards) => [
  { h: 'But' },
  { p: 'Amenez une pierre, une feuille ou des ciseaux sur la dernière rangée : Blanc sur la rangée g, Noir sur la rangée a.' },
  board(boards, 'start', 'Le début. Blanc commence.'),
  { h: 'Pièces' },
  { p: 'Chaque camp a quatorze cubes : quatre pierres, quatre feuilles, quatre ciseaux et deux sages. Deux cubes d’un camp sur une case forment une pile ; il n’y en a jamais plus de deux. Tout cube peut se poser sur un autre, mais un sage seulement sur un sage.' },
  { beats: CYCLE },
  { p: 'Le sage ne capture rien et ne peut être capturé. Le cube du dessus dit ce qu’est une pile. Les deux cubes d’une pile capturée quittent le jeu, même un sage au-dessous, et un cube seul peut capturer une pile.' },
  board(boards, 'capture', 'Une pierre capture des ciseaux en allant sur leur case.'),
  { h: 'Un tour' },
  { p: 'Un tour est une action, ou deux qui vont ensemble. On ne peut pas passer.' },
  { ul: [
    'Un cube, seul ou au sommet d’une pile, va d’une case : vers une case vide, sur un cube seul de son camp (une pile se forme), ou sur un ennemi qu’il capture.',
    'Une pile va d’une ou deux cases en ligne droite : vers une case vide ou sur un ennemi qu’elle capture. La case franchie doit être vide. Elle ne va jamais sur son propre camp.',
  ] },
  { p: 'Voici les tours de deux actions :' },
  { ul: ['un cube forme une pile, puis cette pile se déplace ;', 'une pile se déplace (et peut capturer), puis son sommet continue seul (il peut capturer, former une pile ou revenir).'] },
  board(boards, 'build', 'Empiler puis aller : la feuille monte sur la pierre, et les deux vont de deux cases.'),
  board(boards, 'unfold', 'Aller puis dépiler : la pile va de deux cases, puis la pierre capture.'),
  { h: 'La fin' },
  { ul: [
    'Qui a une pierre, une feuille ou des ciseaux sur la dernière rangée à la fin de son tour gagne. Un sage peut s’y trouver, mais ne gagne rien.',
    'Qui doit jouer et ne le peut pas perd.',
    'Vingt tours sans capture, dix par camp, font une nulle.',
  ] },
  board(boards, 'arrive', 'Blanc arrive et gagne.'),
  { h: 'Sur cette page' },
  { p: 'Choisissez une pile : elle va entière. Choisissez-la encore, ou « Sommet seul », et seul le cube du dessus va. Après la première action, continuez ou dites « Terminé » ; choisir la pièce qui a bougé fait de même.' },
];

/** @param {string[]} weak @returns {[string, string[]][]} */
const strength = (weak) => [['rock', ['scissors', ...weak]], ['paper', ['rock', ...weak]], ['scissors', ['paper', ...weak]], ['fool', ['fool', 'rock', 'paper', 'scissors', 'king']]];

/** @param {boolean} drops @returns {Part[]} */
const jersiBase = (drops) => [
  { h: 'But' },
  { p: 'Amenez votre roi sur la dernière rangée : Blanc sur la rangée i, Noir sur la rangée a.' },
  board(JERSI, 'start', 'Le début. Blanc commence.'),
  { h: 'Pièces' },
  { p: 'Un camp a un roi, deux fous, et quatre pierres, quatre feuilles et quatre ciseaux.' },
  { beats: strength(drops ? ['fool', 'king', 'wise'] : ['fool', 'king']) },
  { p: drops ? 'Roi, sage et montagne ne capturent rien.' : 'Le roi ne capture rien.' },
  { p: 'Deux cubes d’un camp peuvent former une pile, dont le dessus dit ce qu’elle est ; un roi n’est jamais dessous.' },
  { h: 'Un tour' },
  { ul: [
    'Un cube, seul ou au sommet, va d’une case : vers une case vide, sur un cube seul de son camp, ou sur un ennemi qu’il capture.',
    'Une pile de deux cubes du camp va d’une ou deux cases tout droit, la case franchie étant vide, vers une case vide ou sur un ennemi qu’elle capture.',
    'Deux actions : former une pile et la déplacer, ou déplacer une pile puis son sommet.',
  ] },
  board(JERSI, 'build', 'Empiler puis aller : la feuille monte sur la pierre, et les deux vont de deux cases.'),
];

/** @type {Part[]} */
const JERSI_DROPS = [
  { h: 'Réserve et montagnes' },
  { p: 'Quatre montagnes et deux sages attendent à côté du plateau. Au lieu de bouger, posez-en un ou deux : sur des cases vides ou sur un cube seul de votre camp, n’importe où. Deux cubes vont sur une même case ou sur deux cases voisines. Une montagne ne se pose que sur une montagne de son camp.' },
  board(JERSI, 'drop', 'Deux montagnes posées côte à côte.'),
  { p: 'Les montagnes ne sont jamais capturées. Tout cube sauf une montagne peut monter sur une montagne seule, de l’un ou l’autre camp ; son tour finit là. Ce qui se tient sur une montagne ne peut être capturé que par un cube qui va seul. Deux montagnes sur une case font un mur que nul ne passe.' },
  board(JERSI, 'climb', 'La pierre monte sur une montagne noire.'),
];

/** @param {boolean} ransom @returns {Part[]} */
const jersiKing = (ransom) => [
  { h: 'Le roi capturé' },
  { p: 'Un roi capturé n’est pas perdu : il revient sur sa première rangée, sur une case choisie par l’attaquant, vide, avec un cube de son camp ou avec une montagne seule. S’il n’y en a pas, l’attaquant gagne aussitôt.' },
  ...(ransom ? [] : [board(JERSI, 'king', 'La pierre capture le roi ; Blanc le replace sur une des cases marquées.')]),
];

/** @type {Part[]} */
const JERSI_RANSOM = [
  { h: 'Rançon' },
  { p: 'Avant que le roi revienne, l’attaquant nomme une sorte de cube que l’autre camp a sur le plateau, seul ou au sommet (pas une montagne). L’autre camp choisit lequel il cède ; puis l’attaquant replace le roi. Si rien ne peut être nommé, l’attaquant gagne.' },
  board(JERSI, 'ransom', 'Le roi est capturé, une pierre est demandée : celle de g3 s’en va.'),
];

/** @param {boolean} drops @returns {Part[]} */
const jersiEnd = (drops) => [
  { h: 'La fin' },
  { ul: [
    'Celui dont le roi est sur la dernière rangée à la fin de son tour gagne.',
    drops ? 'Qui ne peut ni bouger ni poser perd.' : 'Qui doit jouer et ne le peut pas perd.',
    'Quarante tours sans capture, vingt par camp, font une nulle.',
  ] },
  board(JERSI, 'arrive', 'Le roi blanc arrive et gagne.'),
  { h: 'Sur cette page' },
  { p: drops
    ? 'Choisissez un cube de votre réserve, puis une case ; un second cube si vous voulez, puis « Terminé ». Un roi capturé paraît sur les cases où il peut aller.'
    : 'Choisissez une pile : elle va entière ; choisissez-la encore pour son sommet. Un roi capturé paraît sur les cases où il peut aller.' },
];

/** @type {Record<string, Part[]>} */
export default {
  pijersi: pijersi(PIJERSI),
  pijersi51: pijersi(PIJERSI51),
  jersi: [...jersiBase(true), ...JERSI_DROPS, ...jersiKing(false), ...jersiEnd(true)],
  'jersi-nodrop': [...jersiBase(false), ...jersiKing(false), ...jersiEnd(false)],
  'jersi-ransom': [...jersiBase(true), ...JERSI_DROPS, ...jersiKing(true), ...JERSI_RANSOM, ...jersiEnd(true)],
  bloch: [
    { h: 'But' },
    { p: 'Amenez deux pièces dans le camp ennemi, la dernière rangée du plateau.' },
    { h: 'Mise en place' },
    { p: 'De trois pierres, trois feuilles et trois ciseaux, vous en choisissez six en secret et les placez sur votre rangée de départ dans l’ordre voulu. Les trois autres sont votre réserve. Vous voyez où sont les ennemis, mais pas ce qu’ils sont.' },
    board(BLOCH, 'start', 'Ce que Blanc voit au début. Contour interrompu : l’adversaire ne connaît pas cette pièce.'),
    { h: 'Un tour' },
    { ul: [
      'Déplacez une pièce d’une case en avant, en arrière ou de côté vers une case vide. Une pièce pas encore jouée peut avancer de deux cases.',
      'Attaquez un ennemi sur une case voisine, ou bougez puis attaquez avec la même pièce.',
      'Troquez, une fois par partie : échangez en secret une de vos pièces du plateau avec une de votre réserve.',
    ] },
    { h: 'Une attaque' },
    { beats: CYCLE },
    { p: 'Les deux pièces sont annoncées et restent connues. La plus forte prend la place de la plus faible, qui quitte le jeu – un défenseur qui gagne avance donc aussi. À égalité, les deux restent. Les pièces dans le camp ennemi n’attaquent pas et ne sont pas attaquées.' },
    board(BLOCH, 'attack', 'La pierre attaque, les ciseaux sont annoncés : ils sont capturés.'),
    { h: 'La fin' },
    { ul: [
      'Deux pièces dans le camp ennemi gagnent ; capturer le dernier ennemi du plateau aussi.',
      'S’il reste une pièce à chacun, celle qui est dans le camp ennemi gagne.',
      'Soixante tours sans capture ni troc font une nulle.',
    ] },
    board(BLOCH, 'camp', 'La deuxième pièce entre dans le camp : Blanc gagne.'),
    { h: 'Sur cette page' },
    { p: 'Pour troquer, choisissez une sorte de votre réserve puis une pièce du plateau. Deux personnes à un écran se le passent ; rien n’est montré entre-temps. Après la fin, tout est ouvert.' },
  ],
};
