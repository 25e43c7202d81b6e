// The load generator: two WebSocket clients for each match of Madcap, one thread, one epoll loop.
//
// It reads commands, one on each line of the input, and answers each of the last three with one line of JSON:
//
//   server KIND PORT                      boardgame.io or motherlode-full, -plain (no words), -lean (no views); on 127.0.0.1
//   match ID                              a match; followed by its clients
//   client SEAT PATH COOKIE SECRET        a client of the match named last; - where there is nothing to say, SEAT -1
//                                         for one who only watches
//   connect                               open all connections and wait until every client has been shown its match
//   play CONCURRENT MIN MAX               play all matches that are not over, so many at a time; a client thinks
//                                         between MIN and MAX seconds
//   end                                   close all connections
//
// Both servers are served by the same code but for what `Protocol` says: how a client presents itself, how a move is
// written and what a message says. A move is timed from its sending to the receipt by the opponent. Whoever is to act
// answers as soon as they have received the position.

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iostream>
#include <memory>
#include <queue>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr double kDeadline = 120.0;  // seconds without any message while something is waited for
constexpr int kConnecting = 64;      // handshakes under way at the same time
constexpr int kColours = 3;
constexpr int kFaces = 6;
constexpr int kLevels = 7;
constexpr int kNobody = -1;

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "load: " << message << std::endl;
  std::exit(1);
}

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double processor_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

// xorshift64* by Sebastiano Vigna; good enough to choose moves.
class Random {
 public:
  uint64_t next() {
    word_ ^= word_ >> 12;
    word_ ^= word_ << 25;
    word_ ^= word_ >> 27;
    return word_ * 2685821657736338717ULL;
  }
  int below(int bound) { return static_cast<int>((next() >> 33) % static_cast<uint64_t>(bound)); }
  double between(double low, double high) { return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  uint64_t word_ = 20261115;
};

struct Sent {
  long step;
  double when;
  int seat;
};

struct Client;

struct Match {
  std::string id;
  std::vector<Client*> clients;
  std::deque<Sent> under_way;  // moves that the opponent has not received yet
  bool is_playing = false;
  bool is_over = false;
};

enum class Phase { kIdle, kConnecting, kUpgrading, kGreeting, kReady };

struct Client {
  Match* match = nullptr;
  int seat = 0;
  std::string path, cookie, secret;
  int socket = -1;
  Phase phase = Phase::kIdle;
  std::string input, output;
  std::string position;  // the message that says that it is this client's turn, until it has acted
  long step = 0;         // of the position
  long acted = -1;  // the step of its last move: a server may say again what a client knows, with its answer
};

// What a message tells: whose turn it is after which step.
struct Shown {
  bool is_position = false;
  bool is_greeting = false;  // the client has been shown its match
  long step = 0;
  int to_act = kNobody;
  bool is_over = false;
};

// The number after `key`, or `missing`.
long number_after(std::string_view text, std::string_view key, long missing) {
  const size_t at = text.find(key);
  return at == std::string_view::npos ? missing : std::strtol(text.data() + at + key.size(), nullptr, 10);
}

class Protocol {
 public:
  virtual ~Protocol() = default;
  virtual Shown read(Client& client, std::string_view message, std::string& answer) = 0;
  virtual std::string move(const Client& client, Random& random) = 0;
  virtual std::string greeting(const Client& client) = 0;  // sent when the connection stands; may be empty
};

// socket.io's packets over engine.io's over a WebSocket, as boardgame.io's own client sends them.
class BoardgameIo : public Protocol {
 public:
  std::string greeting(const Client&) override { return ""; }

  Shown read(Client& client, std::string_view message, std::string& answer) override {
    Shown shown;
    if (message.empty()) fail("an empty packet");
    if (message[0] == '0') {
      answer = "40/madcap,";
    } else if (message[0] == '2') {
      answer = "3";
    } else if (starts_with(message, "40/madcap,")) {
      answer = "42/madcap,[\"sync\",\"" + client.match->id + "\"," +
               (client.seat < 0 ? "null,null" : "\"" + std::to_string(client.seat) + "\",\"" + client.secret + "\"") + ",2]";
    } else if (starts_with(message, "42/madcap,[\"sync\"") || starts_with(message, "42/madcap,[\"update\"")) {
      shown.is_position = shown.is_greeting = true;
      shown.step = number_after(message, "\"_stateID\":", -1);
      shown.to_act = static_cast<int>(number_after(message, "\"toAct\":", -2));
      shown.is_over = shown.to_act == kNobody;
      if (shown.step < 0 || shown.to_act < kNobody) fail("a position without step: " + std::string(message.substr(0, 300)));
    } else if (!starts_with(message, "42/madcap,[\"matchData\"")) {
      fail("an unknown packet: " + std::string(message.substr(0, 300)));
    }
    return shown;
  }

  // boardgame.io sends no legal moves: its clients know the rules.
  std::string move(const Client& client, Random& random) override {
    const std::string_view text = client.position;
    std::array<std::array<int, kFaces>, kColours> dice;
    std::array<int, kColours> levels;
    size_t at = text.find("\"dice\":");
    for (auto& faces : dice) {
      for (int& count : faces) count = next_number(text, at);
    }
    at = text.find("\"levels\":");
    for (int& level : levels) level = next_number(text, at);
    const int last = static_cast<int>(number_after(text, "\"last\":", -2));

    std::vector<std::array<int, 3>> moves, banned_moves, discards, banned_discards;
    for (int colour = 0; colour < kColours; ++colour) {
      for (int face = 1; face <= kFaces; ++face) {
        if (dice[colour][face - 1] == 0) continue;
        const int level = levels[colour];
        auto& found = colour == last ? banned_moves : moves;
        if (level == 0) {
          found.push_back({colour, face, face});
        } else {
          const int up = bounced(level - face), down = bounced(level + face);
          if (up != level) found.push_back({colour, face, up});
          if (down != level && down != up) found.push_back({colour, face, down});
        }
        (colour == last ? banned_discards : discards).push_back({colour, face, 0});
      }
    }
    for (const auto* choices : {&moves, &banned_moves, &discards, &banned_discards}) {
      if (choices->empty()) continue;
      const auto& [colour, face, stop] = (*choices)[random.below(static_cast<int>(choices->size()))];
      const std::string seat = std::to_string(client.seat);
      return "42/madcap,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"send\",\"args\":[" +
             std::to_string(colour) + "," + std::to_string(face) + "," + std::to_string(stop) + "],\"playerID\":\"" + seat +
             "\",\"credentials\":\"" + client.secret + "\"}}," + std::to_string(number_after(text, "\"_stateID\":", -1)) + ",\"" +
             client.match->id + "\",\"" + seat + "\"]";
    }
    fail("no legal move: " + client.position.substr(0, 500));
  }

 private:
  static bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

  static int bounced(int level) { return level < 1 ? 2 - level : level > kLevels ? 2 * kLevels - level : level; }

  static int next_number(std::string_view text, size_t& at) {
    while (at < text.size() && (text[at] < '0' || text[at] > '9')) ++at;
    if (at >= text.size()) fail("a position that ends too early");
    char* end;
    const long number = std::strtol(text.data() + at, &end, 10);
    at = static_cast<size_t>(end - text.data());
    return static_cast<int>(number);
  }
};

// Our own messages; docs/server.md describes them.
class Motherlode : public Protocol {
 public:
  explicit Motherlode(std::string detail) : detail_(std::move(detail)) {}

  std::string greeting(const Client& client) override {
    std::string hello = "{\"type\":\"hello\",\"protocol\":1";
    if (client.secret != "-") hello += ",\"token\":\"" + client.secret + "\"";
    return hello + (detail_ == "full" ? "}" : detail_ == "plain" ? ",\"words\":false}" : ",\"views\":false}");
  }

  Shown read(Client&, std::string_view message, std::string&) override {
    Shown shown;
    const size_t at = message.find("\"type\":\"");
    const std::string_view kind = at == std::string_view::npos ? "" : message.substr(at + 8, 4);
    if (kind == "upda" || kind == "welc") {
      shown.is_position = true;
      shown.is_greeting = kind == "welc";
      shown.step = number_after(message, "\"step\":", -1);
      const size_t turn = message.find("\"to_act\":");  // nobody is left out, or null in the view
      if (turn != std::string_view::npos && message[turn + 9] != 'n') shown.to_act = std::atoi(message.data() + turn + 9);
      shown.is_over = shown.to_act == kNobody;
      if (shown.step < 0) fail("a position without step: " + std::string(message.substr(0, 300)));
    } else if (kind != "pres" && kind != "pong") {
      fail("refused: " + std::string(message.substr(0, 600)));
    }
    return shown;
  }

  std::string move(const Client& client, Random& random) override {
    const std::string_view text = client.position;
    std::vector<int> choices;
    if (detail_ == "full") {
      size_t at = text.find("\"actions\":[");
      while (at != std::string_view::npos && (at = text.find("{\"id\":", at)) != std::string_view::npos) {
        at += 6;
        if (text[at] != '"') choices.push_back(std::atoi(text.data() + at));  // a table, which may follow, is named by text
      }
    } else {
      size_t at = text.find("\"legal\":[");
      if (at != std::string_view::npos) {
        for (at += 8; text[at] != ']'; at = text.find_first_of(",]", at + 1)) choices.push_back(std::atoi(text.data() + at + 1));
      }
    }
    if (choices.empty()) fail("no legal move: " + client.position.substr(0, 1000));
    const int action = choices[random.below(static_cast<int>(choices.size()))];
    const std::string step = std::to_string(client.step);
    return "{\"type\":\"act\",\"id\":\"" + step + "\",\"step\":" + step + ",\"action\":" + std::to_string(action) + "}";
  }

 private:
  std::string detail_;
};

class Load {
 public:
  Load() : poll_(epoll_create1(0)) { watch(STDIN_FILENO, EPOLLIN, nullptr); }

  // Obey the input to its end.
  void run() {
    for (;;) {
      const size_t end = commands_.find('\n');
      if (end != std::string::npos) {
        const std::string line = commands_.substr(0, end);
        commands_.erase(0, end + 1);
        obey(line);
      } else if (input_ended_) {
        return;
      } else {
        turn(-1.0);
      }
    }
  }

 private:
  void obey(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "server") {
      std::string kind;
      words >> kind >> port_;
      if (kind == "boardgame.io") {
        protocol_ = std::make_unique<BoardgameIo>();
      } else if (kind == "motherlode-full" || kind == "motherlode-plain" || kind == "motherlode-lean") {
        protocol_ = std::make_unique<Motherlode>(kind.substr(kind.find('-') + 1));
      } else {
        fail("no such server: " + kind);
      }
    } else if (word == "match") {
      matches_.emplace_back();
      words >> matches_.back().id;
    } else if (word == "client") {
      clients_.emplace_back();
      Client& client = clients_.back();
      client.match = &matches_.back();
      client.match->clients.push_back(&client);
      words >> client.seat >> client.path >> client.cookie >> client.secret;
    } else if (word == "connect") {
      connect_all();
    } else if (word == "play") {
      words >> concurrent_ >> min_thought_ >> max_thought_;
      play_all();
    } else if (word == "end") {
      for (Client& client : clients_) close(client.socket);
      clients_.clear();
      matches_.clear();
      std::cout << "{\"ended\":true}" << std::endl;
    } else {
      fail("no such command: " + line);
    }
  }

  void connect_all() {
    const double start = heard_ = now();
    size_t next = 0;
    ready_ = 0;
    size_t wanted = 0;
    for (const Client& client : clients_) wanted += client.phase != Phase::kReady;
    size_t begun = 0;
    while (ready_ < wanted) {
      while (next < clients_.size() && begun - ready_ < kConnecting) {
        if (clients_[next].phase == Phase::kIdle) {
          open(clients_[next]);
          ++begun;
        }
        ++next;
      }
      turn(kDeadline);
    }
    std::cout << "{\"clients\":" << clients_.size() << ",\"seconds\":" << now() - start << "}" << std::endl;
  }

  void play_all() {
    latencies_.clear();
    moves_ = received_ = sent_ = 0;
    const double start = heard_ = now(), processor = processor_seconds();
    waiting_.clear();
    for (Match& match : matches_) {
      if (!match.is_over) waiting_.push_back(&match);
    }
    unfinished_ = waiting_.size();
    is_playing_ = true;
    for (int slot = 0; slot < concurrent_; ++slot) begin_next();
    while (unfinished_ > 0) turn(kDeadline);
    is_playing_ = false;
    const double seconds = now() - start;
    std::ostringstream line;
    line << "{\"moves\":" << moves_ << ",\"seconds\":" << seconds << ",\"generator_cpu\":" << processor_seconds() - processor
         << ",\"bytes_received\":" << received_ << ",\"bytes_sent\":" << sent_ << ",\"latencies_us\":[";
    for (size_t index = 0; index < latencies_.size(); ++index) line << (index ? "," : "") << latencies_[index];
    line << "]}";
    std::cout << line.str() << std::endl;
  }

  void begin_next() {
    if (waiting_.empty()) return;
    Match* match = waiting_.front();
    waiting_.pop_front();
    match->is_playing = true;
    for (Client* client : match->clients) {
      if (!client->position.empty()) think(*client);
    }
  }

  void open(Client& client) {
    client.socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (client.socket < 0) fail(std::string("no socket: ") + std::strerror(errno));
    const int yes = 1;
    setsockopt(client.socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port_));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(client.socket, reinterpret_cast<sockaddr*>(&address), sizeof address) < 0 && errno != EINPROGRESS) {
      fail(std::string("cannot connect: ") + std::strerror(errno));
    }
    client.phase = Phase::kConnecting;
    watch(client.socket, EPOLLIN | EPOLLOUT, &client);
  }

  void watch(int file, uint32_t events, Client* client) {
    epoll_event event{};
    event.events = events;
    event.data.ptr = client;
    if (epoll_ctl(poll_, EPOLL_CTL_ADD, file, &event) < 0 &&
        (errno != EEXIST || epoll_ctl(poll_, EPOLL_CTL_MOD, file, &event) < 0)) {
      fail(std::string("epoll: ") + std::strerror(errno));
    }
  }

  // Wait for what comes next and handle it; fail when nothing comes for `patience` seconds, if that is not negative.
  void turn(double patience) {
    std::array<epoll_event, 256> events;
    double wait = patience;
    if (!thoughts_.empty()) {
      const double until = std::max(0.0, thoughts_.top().when - now());
      wait = wait < 0 ? until : std::min(wait, until);
    }
    const int milliseconds = wait < 0 ? -1 : static_cast<int>(wait * 1000.0 + 0.999);
    const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), milliseconds);
    if (count < 0 && errno != EINTR) fail(std::string("epoll_wait: ") + std::strerror(errno));
    if (count > 0) heard_ = now();
    if (patience >= 0 && now() - heard_ > patience) fail("the server has been silent for too long");
    for (int index = 0; index < count; ++index) {
      auto* client = static_cast<Client*>(events[index].data.ptr);
      if (client == nullptr) {
        read_commands();
      } else {
        serve(*client, events[index].events);
      }
    }
    while (!thoughts_.empty() && thoughts_.top().when <= now()) {
      Client* client = thoughts_.top().client;
      thoughts_.pop();
      act(*client);
    }
  }

  void read_commands() {
    std::array<char, 65536> bytes;
    const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) {
      if (is_playing_) fail("the input ended in the middle of a game");
      input_ended_ = true;
    } else {
      commands_.append(bytes.data(), static_cast<size_t>(count));
    }
  }

  void serve(Client& client, uint32_t events) {
    if (client.phase == Phase::kConnecting && (events & (EPOLLOUT | EPOLLERR | EPOLLHUP))) {
      int error = 0;
      socklen_t size = sizeof error;
      getsockopt(client.socket, SOL_SOCKET, SO_ERROR, &error, &size);
      if (error != 0) fail(std::string("cannot connect: ") + std::strerror(error));
      const std::string host = "127.0.0.1:" + std::to_string(port_);
      client.output += "GET " + client.path + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host +
                       "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                       (client.cookie == "-" ? "" : "Cookie: " + client.cookie + "\r\n") + "\r\n";
      client.phase = Phase::kUpgrading;
      flush(client);
      watch(client.socket, EPOLLIN, &client);
      return;
    }
    if (events & EPOLLOUT) flush(client);
    if (!(events & (EPOLLIN | EPOLLHUP | EPOLLERR))) return;
    static std::array<char, 262144> bytes;
    const ssize_t count = recv(client.socket, bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) fail("the server closed a connection to " + client.match->id);
    const double time = now();
    received_ += static_cast<uint64_t>(count);
    client.input.append(bytes.data(), static_cast<size_t>(count));
    if (client.phase == Phase::kUpgrading) {
      const size_t end = client.input.find("\r\n\r\n");
      if (end == std::string::npos) return;
      if (client.input.compare(0, 12, "HTTP/1.1 101") != 0) fail("the server does not upgrade: " + client.input.substr(0, 600));
      client.input.erase(0, end + 4);
      client.phase = Phase::kGreeting;
      const std::string greeting = protocol_->greeting(client);
      if (!greeting.empty()) send(client, greeting);
    }
    size_t at = 0;
    while (take_frame(client, at, time)) {
    }
    client.input.erase(0, at);
  }

  // One frame of RFC 6455 from the input, if it is there whole.
  bool take_frame(Client& client, size_t& at, double time) {
    const std::string& input = client.input;
    if (input.size() < at + 2) return false;
    const auto byte = [&](size_t index) { return static_cast<uint8_t>(input[at + index]); };
    uint64_t size = byte(1) & 127;
    size_t header = 2;
    if (size == 126) {
      if (input.size() < at + 4) return false;
      size = uint64_t{byte(2)} << 8 | byte(3);
      header = 4;
    } else if (size == 127) {
      if (input.size() < at + 10) return false;
      size = 0;
      for (size_t index = 2; index < 10; ++index) size = size << 8 | byte(index);
      header = 10;
    }
    if (input.size() < at + header + size) return false;
    const std::string_view payload(input.data() + at + header, size);
    const int kind = byte(0) & 15;
    if ((byte(0) & 128) == 0 || kind == 0) fail("a message in several frames");
    at += header + size;
    if (kind == 8) fail("the server said goodbye: " + std::string(payload.size() > 2 ? payload.substr(2) : payload));
    if (kind == 9) {
      send(client, payload, 10);
    } else if (kind == 1 || kind == 2) {
      hear(client, payload, time);
    }
    return true;
  }

  void hear(Client& client, std::string_view message, double time) {
    std::string answer;
    const Shown shown = protocol_->read(client, message, answer);
    if (!answer.empty()) send(client, answer);
    if (client.phase == Phase::kGreeting && shown.is_greeting) {
      client.phase = Phase::kReady;
      ++ready_;
    }
    if (!shown.is_position || client.seat < 0) return;
    Match& match = *client.match;
    if (!match.under_way.empty() && match.under_way.front().seat != client.seat && shown.step > match.under_way.front().step) {
      latencies_.push_back(static_cast<uint32_t>((time - match.under_way.front().when) * 1e6));
      match.under_way.pop_front();
      if (shown.is_over) finish(match);
    }
    if (shown.is_over || shown.to_act != client.seat || shown.step <= client.acted) return;
    client.position.assign(message);
    client.step = shown.step;
    if (match.is_playing) think(client);
  }

  void finish(Match& match) {
    if (match.is_over) return;
    match.is_over = true;
    match.is_playing = false;
    --unfinished_;
    begin_next();
  }

  void think(Client& client) {
    if (max_thought_ <= 0.0) {
      act(client);
    } else {
      thoughts_.push({now() + random_.between(min_thought_, max_thought_), &client});
    }
  }

  void act(Client& client) {
    if (client.position.empty()) return;
    const std::string message = protocol_->move(client, random_);
    client.match->under_way.push_back({client.step, now(), client.seat});
    client.position.clear();
    client.acted = client.step;
    ++moves_;
    send(client, message);
  }

  // Clients must mask what they send; with a mask of zeros the bytes stay as they are.
  void send(Client& client, std::string_view payload, int kind = 1) {
    std::string& output = client.output;
    output += static_cast<char>(128 | kind);
    if (payload.size() < 126) {
      output += static_cast<char>(128 | payload.size());
    } else if (payload.size() < 65536) {
      output += static_cast<char>(128 | 126);
      output += static_cast<char>(payload.size() >> 8);
      output += static_cast<char>(payload.size() & 255);
    } else {
      fail("a message too long to send");
    }
    output.append(4, '\0');
    output += payload;
    flush(client);
  }

  void flush(Client& client) {
    while (!client.output.empty()) {
      const ssize_t count = ::send(client.socket, client.output.data(), client.output.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EAGAIN) {
        watch(client.socket, EPOLLIN | EPOLLOUT, &client);
        return;
      }
      if (count < 0) fail(std::string("cannot send: ") + std::strerror(errno));
      sent_ += static_cast<uint64_t>(count);
      client.output.erase(0, static_cast<size_t>(count));
    }
  }

  struct Thought {
    double when;
    Client* client;
    bool operator<(const Thought& other) const { return when > other.when; }  // the earliest first
  };

  int poll_;
  std::unique_ptr<Protocol> protocol_;
  int port_ = 0;
  std::deque<Match> matches_;
  std::deque<Client> clients_;
  std::deque<Match*> waiting_;
  std::priority_queue<Thought> thoughts_;
  std::string commands_;
  std::vector<uint32_t> latencies_;
  Random random_;
  size_t ready_ = 0, unfinished_ = 0;
  long moves_ = 0;
  uint64_t received_ = 0, sent_ = 0;
  int concurrent_ = 1;
  double min_thought_ = 0.0, max_thought_ = 0.0, heard_ = 0.0;
  bool is_playing_ = false, input_ended_ = false;
};

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  Load().run();
}
