// Made by `python -m motherlode.server.protocol.files` from src/motherlode/core/wasm/desk.py and src/motherlode/core/searching.py.

export const DESK = { seats: 0, num_actions: 4, num_outcomes: 8, max_legal: 12, max_chance: 16, max_length: 20, num_features: 24, num_states: 28, num_streams: 32, num_nodes: 36, num_layers: 40, num_weights: 44, num_numbers: 48, box: 52, states: 56, random: 60, actions: 64, outcomes: 68, weights: 72, points: 76, shares: 80, totals: 84, tried: 88, promises: 92, observation: 96, settings: 100, stamps: 104, path: 108, bounds: 112, net_layers: 116, net_weights: 120, net_numbers: 124, values: 128, nodes: 132, end: 136 };
export const DESK_BYTES = 140;

export const NODE = { key: 0, first: 8, following: 12, action: 16, visits: 20, available: 24, num_children: 28, prior: 32, guess: 36, actor: 40, spare: 44 };
export const NODE_BYTES = 48;

export const SETTINGS = { explore: 0, temperature: 8, widen: 16, rollout: 24, observer: 32, is_hidden: 40, is_blanked: 48, num_sides: 56, is_fresh: 64, num_open: 72, used: 80, stamp: 88 };
export const SETTINGS_BYTES = 96;
