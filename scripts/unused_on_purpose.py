"""What vulture takes for dead code (`make check`), and why it is not. Nothing runs this file."""

# ruff: noqa: B018
from typing import Any

_: Any = None

# Python itself calls or passes these.
_.__dir__  # dir(motherlode)
_.__getattr__  # motherlode.game
_._value_  # the value of an IntEnum's member, set in __new__
_.trace  # __exit__ takes three arguments
_.memo  # __deepcopy__ takes one

# Libraries read or call these.
_.on_broken_pipe  # Rich
_.quiet  # Rich
_._cache  # Numba: where a dispatcher finds its machine code
_._index_key  # Numba: names an entry of the cache
_.ensure_cache_path  # Numba, and the five that follow
_.get_cache_path
_.get_source_stamp
_.get_disambiguator
_.from_function
_._impl_class  # Numba: makes what reads and writes the files
_._unbox_pointer  # Numba finds it by its decorator
_.jit_addr  # Numba: the address of a first-class function
_.isolation_level  # sqlite3: SQLAlchemy says when a transaction begins
_.down_revision  # Alembic
_.branch_labels  # Alembic
_.depends_on  # Alembic
_._skip_agent_selection  # PettingZoo
_.action_mask  # learners
_.max_iter  # the types of what is inherited from PettingZoo
_.GymVectorEnv  # Gymnasium, by the name in `vector_entry_point`
_.close_extras  # Gymnasium
_.apply_action_with_legality_check  # OpenSpiel
_._apply_action  # OpenSpiel
_._action_to_string  # OpenSpiel
_.resample_from_infostate  # OpenSpiel
_.set_from  # OpenSpiel
_.string_from  # OpenSpiel
_.max_chance_nodes_in_history  # OpenSpiel
_.make_py_observer  # OpenSpiel
_.whitespace_split  # shlex
_.commenters  # shlex
_.ForkServerContext  # types in quotes
_.SpawnContext
_.WebClient  # hatchling
_.PLUGIN_NAME  # hatchling
_.initialize  # hatchling
_.build_data  # hatchling

# Found by name, from a text.
_.arena  # `motherlode arena`
_.doctor  # `motherlode doctor`
_.find_refused  # `ruleset.later`
_.find_illegal  # `ruleset.later`
_.en  # lesson.toml
_.de  # lesson.toml
_.rail_value  # `cards.value_of` puts "_value" behind the name of a card
_.dynamite_value
_.stalactite_value
_.rocket_value
_.swap_value
_.FirstBot  # `class:` of the terminal and the arena

# Names of numbers that are all needed to number one of them.
_.BASIC
_.TEAM
_.NORTHEAST
_.EAST
_.WEST
_.NORTHWEST
_.COUNT_ENERGY
_.COUNT_DAY

# Fields of messages: clients read them, or msgspec alone fills them.
_.is_chance
_.mistakes
_.is_connected
_.is_imported
_.is_called
_.awaits
_.total_ms
_.action_ms
_.has_more
_.link
_.is_this
_.fewest_seats
_.most_seats
_.picked
_.is_ruling
_.is_made
_.is_you

# Fields of views: boards of the web client read them, and bots.
_.is_rolling
_.blood
_.justice
_.nature
_.chaos
_.sure_cards
_.last_turn
_.darkness_lifted
_.old_cards
_.last_round
_.row_die
_.golden_may_stay
_.is_ended_by_cap

# Fields of a benchmark's report, written as JSON.
_.moves_per_second
_.p50_ms
_.cpu_us_per_move
_.memory_mib
_.generator_share
_.bytes_per_move

# Tests use these; they stand where they do because they belong to what is there.
_.compile_ptx  # a GPU's code without a GPU
_.playout_signature  # of that code
_.appended  # an event that can be awaited, on every database; the server hears by callback
_.until_lost  # tests drive servers with the clients of the benchmarks
_.open_table
_.events_of

# Commands are found by their names.
_.conformance
_.coverage
_.install

_.by_numbers  # tests choose so in lock step

# Options of Minecart Mayhem: `build_box` reads them by the names of the cards.
_.rail_cards
_.dynamite_cards
_.stalactite_cards
_.rocket_cards
_.double_cards
_.swap_cards

# LLVM and wasmtime read these.
_.data_layout
_.triple
_.linkage
_.loop_vectorization
_.slp_vectorization
_.i64

# Fields of variants that pages read.
_.tone
_.original
_.original_low
_.original_high
_.toml
_.to_act_at
_.first_at
